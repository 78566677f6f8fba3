import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { findEndpoint } from './find-endpoint.ts';

/**
 * Pauses an endpoint by hand (docs/rules.md#paused-endpoints): its webhooks wait until it is resumed. Attempts
 * under way end. A second call changes nothing. Rejects with `not_found`.
 */
export async function pauseEndpoint(ctx: Ctx, id: string): Promise<void> {
  await findEndpoint(ctx, id, { select: { id: true } });
  const { rowCount } = await ctx.app.db.pool.query(
    `UPDATE webhook_endpoints SET paused_at = coalesce(paused_at, $3)
     WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [ctx.platformId, id, ctx.app.clock.now()],
  );
  if (rowCount === 0) throw notFound('endpoint');
  // Webhooks that this process has claimed ahead of its attempts wait too.
  ctx.app.parts.deliveries.recall(ctx.platformId);
}
