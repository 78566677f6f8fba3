import type { Prisma, WebhookEndpoint } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';

/** Endpoints that are shown, at most. */
const failingMax = 50;

/** For the operator: live endpoints of all platforms whose last attempt failed, most failures first. */
export function listFailingEndpoints(
  { db }: App,
  query: Prisma.WebhookEndpointDefaultArgs = {},
): Promise<WebhookEndpoint[]> {
  return db.prisma.webhookEndpoint.findMany({
    ...query,
    where: { deletedAt: null, failures: { gt: 0 } },
    orderBy: [{ failures: 'desc' }, { id: 'asc' }],
    take: failingMax,
  });
}
