import type { WebhookRedelivery } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import { keptSince, webhookLifetime } from '../../retention/lifetimes.ts';

/** Returns a redelivery of the last 30 days; throws `not_found` otherwise. */
export async function findRedelivery(ctx: Ctx, id: string): Promise<WebhookRedelivery> {
  const found = isId(id)
    ? await ctx.app.db.prisma.webhookRedelivery.findFirst({
        where: { platformId: ctx.platformId, id, createdAt: { gt: keptSince(webhookLifetime, ctx.app.clock.now()) } },
      })
    : null;
  if (!found) throw notFound('redelivery');
  return found;
}

interface LatestRedelivery {
  /** Of the endpoint. */
  readonly id: string;
  readonly redelivery: WebhookRedelivery;
}

/** Returns the latest redelivery of each of these endpoints that has one, in any order. */
export async function findLatestRedeliveries(
  { app, platformId }: Ctx,
  endpointIds: readonly string[],
): Promise<readonly LatestRedelivery[]> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `SELECT r.id FROM unnest($2::text[]) e (id), LATERAL (
       SELECT id FROM webhook_redeliveries WHERE platform_id = $1 AND endpoint_id = e.id ORDER BY id DESC LIMIT 1) r`,
    [platformId, endpointIds],
  );
  const ids = rows.map(({ id }) => id);
  const latest = await app.db.prisma.webhookRedelivery.findMany({ where: { platformId, id: { in: ids } } });
  return latest.map((redelivery) => ({ id: redelivery.endpointId, redelivery }));
}
