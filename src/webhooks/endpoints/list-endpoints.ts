import type { Prisma, WebhookEndpoint } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';

/** The platform's live endpoints, oldest first; at most ten. */
export function listEndpoints(ctx: Ctx, query: Prisma.WebhookEndpointDefaultArgs = {}): Promise<WebhookEndpoint[]> {
  return ctx.app.db.prisma.webhookEndpoint.findMany({
    ...query,
    where: { platformId: ctx.platformId, deletedAt: null },
    orderBy: { id: 'asc' },
  });
}
