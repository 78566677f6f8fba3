import type { App } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { attemptsEnded } from '../messages/states/wait-for-attempts.ts';
import { forgetKeys } from './keys/authenticate-key.ts';

/**
 * For the operator: suspends a platform or resumes it (docs/rules.md#suspended-platforms). Returns its id. Repeating
 * changes nothing. Rejects with `not_found`.
 */
export async function setPlatformSuspension(app: App, platformId: string, isSuspended: boolean): Promise<string> {
  await app.db.transaction(async (client) => {
    const { rows } = await client.query<{ suspendedAt: Date | null }>(
      `UPDATE platforms SET suspended_at = CASE WHEN $2 THEN coalesce(suspended_at, $3) END
       WHERE id = $1 RETURNING suspended_at AS "suspendedAt"`,
      [platformId, isSuspended, app.clock.now()],
    );
    const [platform] = rows;
    if (!platform) throw notFound('platform');
    await client.query('UPDATE api_keys SET suspended_at = $2 WHERE platform_id = $1', [
      platformId,
      platform.suspendedAt,
    ]);
  });
  forgetKeys(app);
  if (isSuspended) await attemptsEnded(app, { platformId });
  return platformId;
}
