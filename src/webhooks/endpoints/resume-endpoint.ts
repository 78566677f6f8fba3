import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { resetUnlessSql } from '../delivery/breaker.ts';
import { findEndpoint } from './find-endpoint.ts';

const resume = statement({
  values: { platformId: 'text', id: 'text' },
  text: (v) => `
    UPDATE webhook_endpoints SET paused_at = NULL, disabled_at = NULL, ${resetUnlessSql('false')}
    WHERE platform_id = ${v.platformId} AND id = ${v.id} AND deleted_at IS NULL`,
});

/**
 * Resumes an endpoint (docs/rules.md#paused-endpoints): its due webhooks go out at once, in the order in which they became
 * due. Ends a pause of the breaker too. Rejects with `not_found`.
 */
export async function resumeEndpoint(ctx: Ctx, id: string): Promise<void> {
  await findEndpoint(ctx, id, { select: { id: true } });
  const { rowCount } = await ctx.app.db.pool.query(resume({ platformId: ctx.platformId, id }));
  if (rowCount === 0) throw notFound('endpoint');
  await ctx.app.wake.ask('webhooks', [{ platformId: ctx.platformId, id }]);
}
