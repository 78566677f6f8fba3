import type { Ctx } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';

export interface WebhookSettings {
  /** Live endpoints. */
  readonly endpoints: number;
  /** Signing secrets. */
  readonly secrets: number;
}

/**
 * Locks the platform's row until the transaction ends, then counts. The rules of endpoints and secrets depend on both
 * counts, so a platform's changes of them run one after the other.
 */
export async function lockWebhookSettings(client: Queryable, ctx: Ctx): Promise<WebhookSettings> {
  await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [ctx.platformId]);
  // A separate statement: only one that begins after the lock is held sees the rows of the previous holder.
  const { rows } = await client.query<WebhookSettings>(
    `SELECT (SELECT count(*)::int FROM webhook_endpoints WHERE platform_id = $1 AND deleted_at IS NULL) AS endpoints,
            (SELECT count(*)::int FROM webhook_secrets WHERE platform_id = $1) AS secrets`,
    [ctx.platformId],
  );
  const [settings] = rows;
  if (!settings) throw new Error('A count gave no row');
  return settings;
}
