import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';

/** Makes a worker look up the records of the platform's sending domain now. Rejects with `not_found`. */
export async function verifySendingDomain({ app, platformId }: Ctx): Promise<void> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    'UPDATE sending_domains SET check_due_at = $2 WHERE platform_id = $1 RETURNING id',
    [platformId, app.clock.now()],
  );
  const domain = rows[0];
  if (!domain) throw notFound('sendingDomain');
  await app.wake.ask('domains', [{ platformId, id: domain.id }]);
}
