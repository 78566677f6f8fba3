import type { Ctx } from '../context.ts';
import { changeRow } from '../db/writes/change-row.ts';
import { notFound } from '../ground/errors/errors.ts';

/** Makes a worker look up the records of the platform's sending domain now. Rejects with `not_found`. */
export async function verifySendingDomain({ app, platformId }: Ctx): Promise<void> {
  const missing = () => notFound('sendingDomain');
  const domain = await changeRow(
    app.db,
    (client) =>
      client.query<{ id: string }>('UPDATE sending_domains SET check_due_at = $2 WHERE platform_id = $1 RETURNING id', [
        platformId,
        app.clock.now(),
      ]),
    missing,
  );
  if (!domain) throw missing();
  await app.wake.ask('domains', [{ platformId, id: domain.id }]);
}
