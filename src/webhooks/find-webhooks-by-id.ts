import type { Prisma, Webhook } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keptSince, webhookLifetime } from '../retention/lifetimes.ts';

/** Returns the webhooks of the platform with these ids that are not older than 30 days, in any order. */
export function findWebhooksById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.WebhookDefaultArgs = {},
): Promise<Webhook[]> {
  const createdAt = { gte: keptSince(webhookLifetime, app.clock.now()) };
  return app.db.prisma.webhook.findMany({ ...query, where: { platformId, id: { in: [...ids] }, createdAt } });
}
