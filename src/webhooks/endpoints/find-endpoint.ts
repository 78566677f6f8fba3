import type { Prisma, WebhookEndpoint } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';

/** One live endpoint of this platform; `not_found` else. `query` is Pothos' selection. */
export async function findEndpoint(
  ctx: Ctx,
  id: string,
  query: Prisma.WebhookEndpointDefaultArgs = {},
): Promise<WebhookEndpoint> {
  if (!isId(id)) throw notFound('endpoint');
  const found = await ctx.app.db.prisma.webhookEndpoint.findFirst({
    ...query,
    where: { platformId: ctx.platformId, id, deletedAt: null },
  });
  if (!found) throw notFound('endpoint');
  return found;
}
