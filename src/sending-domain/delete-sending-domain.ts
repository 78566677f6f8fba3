import type { Ctx } from '../context.ts';
import { changeRow } from '../db/writes/change-row.ts';
import { notFound } from '../ground/errors/errors.ts';
import { failStrandedMail } from '../messages/outcomes/fail-stranded-mail.ts';

/**
 * Deletes the platform's sending domain with its key; queued mail fails with `domain_not_sendable`. Returns its id.
 * Rejects with `not_found`.
 */
export async function deleteSendingDomain({ app, platformId }: Ctx): Promise<string> {
  const missing = () => notFound('sendingDomain');
  const domain = await changeRow(
    app.db,
    (client) =>
      client.query<{ id: string }>('DELETE FROM sending_domains WHERE platform_id = $1 RETURNING id', [platformId]),
    missing,
  );
  if (!domain) throw missing();
  await failStrandedMail(app, platformId);
  return domain.id;
}
