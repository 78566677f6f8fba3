import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { failStrandedMail } from '../messages/fail-stranded-mail.ts';

/**
 * Deletes the platform's sending domain with its key; queued mail fails with `domain_not_sendable`. Returns its id.
 * Rejects with `not_found`.
 */
export async function deleteSendingDomain({ app, platformId }: Ctx): Promise<string> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    'DELETE FROM sending_domains WHERE platform_id = $1 RETURNING id',
    [platformId],
  );
  const domain = rows[0];
  if (!domain) throw notFound('sendingDomain');
  await failStrandedMail(app, platformId);
  return domain.id;
}
