import type { Prisma, Webhook } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readByIndexes } from '../db/walk.ts';
import { invalid } from '../errors.ts';
import { idAt } from '../ids.ts';
import { isStorable } from '../input.ts';
import { keyset, type ListPart, notBefore, type PageWindow, partOf } from '../page.ts';
import { keptSince, webhookLifetime } from '../retention/lifetimes.ts';
import { findWebhookIds, type WebhookFilter } from './find-webhook-ids.ts';
import { isWebhookType } from './webhook-types.ts';

/**
 * The platform's webhooks of the last 30 days that pass the filter, newest first (docs/rules.md#list-work). Rejects a
 * type that cannot exist and an empty endpoint; an endpoint that does not exist has none.
 */
export async function listWebhooks(
  ctx: Ctx,
  filter: WebhookFilter,
  window: PageWindow,
  query: Prisma.WebhookDefaultArgs = {},
): Promise<ListPart<Webhook>> {
  const { state, endpoint, type } = filter;
  if (typeof type === 'string' && !isWebhookType(type)) throw invalid({ type: ['is not a webhook type'] });
  if (endpoint === '') throw invalid({ endpoint: ['must not be empty'] });
  if (typeof endpoint === 'string' && !isStorable(endpoint)) return { rows: [], end: null };
  const { clock, db } = ctx.app;
  const { platformId } = ctx;
  const since = keptSince(webhookLifetime, clock.now());
  const page = notBefore(keyset(window, 'desc'), idAt(since));
  const { range, direction, take } = page;
  const isFiltered = state || typeof endpoint === 'string' || typeof type === 'string';
  const found = isFiltered
    ? await readByIndexes(db, (client) => findWebhookIds(client, { ...filter, platformId, page }))
    : null;
  const rows = await db.prisma.webhook.findMany({
    ...query,
    where: { platformId, id: found ? { in: [...found.ids] } : range, createdAt: { gte: since } },
    orderBy: { id: direction },
    take,
  });
  return found ? partOf(rows, found) : { rows, end: null };
}
