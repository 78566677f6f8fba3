import type { Prisma, Webhook } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { shownWebhooks } from './shown-webhooks.ts';

/** Returns the webhooks of the platform with these ids that are not older than 30 days, in any order. */
export function findWebhooksById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.WebhookDefaultArgs = {},
): Promise<Webhook[]> {
  return app.db.prisma.webhook.findMany({
    ...query,
    where: { platformId, id: { in: [...ids] }, ...shownWebhooks(app.clock.now()) },
  });
}
