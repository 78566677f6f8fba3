import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { failPendingSql } from '../delivery/fail-pending-sql.ts';
import { findEndpoint } from './find-endpoint.ts';
import { lockWebhookSettings } from './lock-webhook-settings.ts';

/** Removes an endpoint; its undelivered webhooks fail and are never sent. Refuses `not_found`. */
export async function deleteEndpoint(ctx: Ctx, id: string): Promise<void> {
  await findEndpoint(ctx, id);
  await ctx.app.db.transaction(async (client) => {
    await lockWebhookSettings(client, ctx);
    // FOR UPDATE waits for webhooks being recorded, which hold a key share of the row.
    const locked = await client.query(
      'SELECT FROM webhook_endpoints WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE',
      [ctx.platformId, id],
    );
    if (locked.rowCount === 0) throw notFound('endpoint');
    await client.query(
      'UPDATE webhook_endpoints SET deleted_at = $3, headers_sealed = NULL, alert_email = NULL WHERE platform_id = $1 AND id = $2',
      [ctx.platformId, id, ctx.app.clock.now()],
    );
    await client.query(
      // In the order in which results lock the rows: in another order the two can deadlock.
      `WITH pending AS MATERIALIZED (
         SELECT h.platform_id, h.id
         FROM pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
         WHERE p.platform_id = $1 AND p.endpoint_id = $2
         ORDER BY h.id FOR NO KEY UPDATE OF h
       ), ${failPendingSql({ found: 'pending', now: '$3' })}
       SELECT count(*) FROM failed`,
      [ctx.platformId, id, ctx.app.clock.now()],
    );
  });
  ctx.app.parts.deliveries.recall(ctx.platformId);
}
