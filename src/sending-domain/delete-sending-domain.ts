import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { failStrandedMail } from '../messages/fail-stranded-mail.ts';

/**
 * Removes the platform's sending domain with its key; mail still queued fails with `domain_not_sendable`. Gives the id
 * that it had. Refuses `not_found`.
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
