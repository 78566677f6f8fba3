import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { gatherFaults } from '../gather-faults.ts';
import { parseInput } from '../input.ts';
import { checkEndpointUrl } from '../transport/post/check-url.ts';
import { findEndpoint } from './find-endpoint.ts';
import { endpointTypes, knownTypes } from './webhook-types.ts';

const endpointUpdate = z.object({
  url: z.string('must be a string').optional(),
  types: endpointTypes.optional(),
});

/**
 * Changes an endpoint; what is left out stays. Undelivered webhooks follow a new URL, whose breaker begins afresh.
 * Refuses `not_found`, `validation_failed`, `unknown_type`, `url_*`.
 */
export async function updateEndpoint(ctx: Ctx, id: string, input: unknown): Promise<void> {
  await findEndpoint(ctx, id);
  const { url, types } = parseInput(endpointUpdate, input);
  if (url === undefined && types === undefined) return;
  const [known] = await gatherFaults(
    async () => types && knownTypes(types),
    async () => {
      if (url === undefined) return;
      await checkEndpointUrl(url, { resolver: ctx.app.resolver, devHosts: ctx.app.config.webhookDevHosts });
    },
  );
  const { rowCount } = await ctx.app.db.pool.query(
    `UPDATE webhook_endpoints
     SET url = coalesce($3, url), types = coalesce($4, types), updated_at = $5,
         failures = CASE WHEN coalesce($3, url) = url THEN failures ELSE 0 END,
         paused_until = CASE WHEN coalesce($3, url) = url THEN paused_until END
     WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [ctx.platformId, id, url, known, ctx.app.clock.now()],
  );
  if (rowCount === 0) throw notFound('endpoint');
}
