import type { Prisma, Webhook, WebhookState } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../errors.ts';
import { isStorable } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { keptSince, webhookLifetime } from '../retention/lifetimes.ts';
import { isWebhookType } from './webhook-types.ts';

export interface WebhookFilter {
  readonly state?: WebhookState | null | undefined;
  /** Id of an endpoint, deleted ones too. */
  readonly endpoint?: string | null | undefined;
  readonly type?: string | null | undefined;
}

/**
 * The platform's webhooks of the last 30 days that pass the filter, newest first. Refuses a type that cannot exist and an
 * empty endpoint; an endpoint that does not exist has none.
 */
export async function listWebhooks(
  ctx: Ctx,
  filter: WebhookFilter,
  window: PageWindow,
  query: Prisma.WebhookDefaultArgs = {},
): Promise<Webhook[]> {
  const where = listed(ctx, filter);
  if (where === null) return [];
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.webhook.findMany({
    ...query,
    where: { ...where, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the webhooks that `listWebhooks` lists, up to `limit`. */
export async function countWebhooks(ctx: Ctx, filter: WebhookFilter, limit: number): Promise<number> {
  const where = listed(ctx, filter);
  return where === null ? 0 : ctx.app.db.prisma.webhook.count({ where, take: limit });
}

/** Returns the condition of the list; null when no row can match. */
function listed({ app, platformId }: Ctx, { state, endpoint, type }: WebhookFilter): Prisma.WebhookWhereInput | null {
  if (typeof type === 'string' && !isWebhookType(type)) throw invalid({ type: ['is not a webhook type'] });
  if (endpoint === '') throw invalid({ endpoint: ['must not be empty'] });
  if (typeof endpoint === 'string' && !isStorable(endpoint)) return null;
  return {
    platformId,
    createdAt: { gte: keptSince(webhookLifetime, app.clock.now()) },
    ...(state ? { state } : {}),
    ...(typeof endpoint === 'string' ? { endpointId: endpoint } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  };
}
