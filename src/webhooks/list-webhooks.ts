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
  { state, endpoint, type }: WebhookFilter,
  window: PageWindow,
  query: Prisma.WebhookDefaultArgs = {},
): Promise<Webhook[]> {
  if (typeof type === 'string' && !isWebhookType(type)) throw invalid({ type: ['is not a webhook type'] });
  if (endpoint === '') throw invalid({ endpoint: ['must not be empty'] });
  if (typeof endpoint === 'string' && !isStorable(endpoint)) return [];
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.webhook.findMany({
    ...query,
    where: {
      platformId: ctx.platformId,
      id: range,
      createdAt: { gte: keptSince(webhookLifetime, ctx.app.clock.now()) },
      ...(state ? { state } : {}),
      ...(typeof endpoint === 'string' ? { endpointId: endpoint } : {}),
      ...(typeof type === 'string' ? { type } : {}),
    },
    orderBy: { id: direction },
    take,
  });
}
