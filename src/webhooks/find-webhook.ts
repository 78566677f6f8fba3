import type { Prisma, Webhook } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { ownRows } from '../tenant/own-rows.ts';
import { shownWebhooks } from './shown-webhooks.ts';

/** One webhook of the last 30 days, of this platform alone; `not_found` else. `query` is Pothos' selection. */
export async function findWebhook(ctx: Ctx, id: string, query: Prisma.WebhookDefaultArgs = {}): Promise<Webhook> {
  if (!isId(id)) throw notFound('webhook');
  const found = await ctx.app.db.prisma.webhook.findFirst({
    ...query,
    where: { ...ownRows(ctx), id, ...shownWebhooks(ctx.app.clock.now()) },
  });
  if (!found) throw notFound('webhook');
  return found;
}
