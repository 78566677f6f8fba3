import type { Prisma, Webhook } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { invalid } from '../ground/errors/errors.ts';
import { idAt } from '../ground/ids.ts';
import {
  type Counted,
  countOf,
  inTime,
  keyset,
  type ListPart,
  notBefore,
  type PageWindow,
  partOf,
  wholeList,
} from '../ground/lists/keyset.ts';
import { keptSince, webhookLifetime } from '../retention/lifetimes.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { ownRows } from '../tenant/own-rows.ts';
import { findWebhookIds, type WebhookFilter } from './find-webhook-ids.ts';
import { shownWebhooks } from './shown-webhooks.ts';
import { isWebhookType } from './webhook-types.ts';

/** The filters of a list of webhooks. */
export interface WebhookQuery extends WebhookFilter {
  /** Id of a live workspace, or `ref:<reference>`. */
  readonly workspace?: string | null | undefined;
}

/**
 * The platform's webhooks of the last 30 days that pass the filter, newest first (docs/rules.md#list-work); for a key
 * of one workspace those about it. Rejects a type and an endpoint that cannot exist; an id that no endpoint has gives
 * none.
 */
export async function listWebhooks(
  ctx: Ctx,
  filter: WebhookQuery,
  window: PageWindow,
  query: Prisma.WebhookDefaultArgs = {},
): Promise<ListPart<Webhook>> {
  checkFilter(filter);
  const { app, platformId } = ctx;
  const since = keptSince(webhookLifetime, app.clock.now());
  const workspaceId = await workspaceOf(ctx, filter);
  const page = inTime(notBefore(keyset(window, 'desc'), idAt(since)), filter);
  const { range, direction, take } = page;
  const found = isFiltered(filter, ctx)
    ? await readByIndexes(app.db, (client) => findWebhookIds(client, { ...filter, platformId, workspaceId, page }))
    : null;
  const rows = await app.db.prisma.webhook.findMany({
    ...query,
    where: { ...ownRows(ctx), id: found ? { in: [...found.ids] } : range, ...shownWebhooks(app.clock.now()) },
    orderBy: { id: direction },
    take,
  });
  return found ? partOf(rows, found) : { rows, end: null };
}

/** Counts the webhooks that `listWebhooks` lists, up to `limit`. */
export async function countWebhooks(ctx: Ctx, filter: WebhookQuery, limit: number): Promise<Counted> {
  checkFilter(filter);
  const { app, platformId } = ctx;
  const since = keptSince(webhookLifetime, app.clock.now());
  if (!isFiltered(filter, ctx)) {
    // By the primary key: of the time in the ids, unlike that of the rows, PostgreSQL knows the partitions.
    return app.db.prisma.webhook.count({ where: { platformId, id: { gte: idAt(since) } }, take: limit });
  }
  const workspaceId = await workspaceOf(ctx, filter);
  const page = inTime(notBefore(wholeList(limit), idAt(since)), filter);
  return countOf(
    await readByIndexes(app.db, (client) => findWebhookIds(client, { ...filter, platformId, workspaceId, page })),
  );
}

const idShape = /^[0-9A-Za-z]{26}$/;

const isFiltered = ({ state, ...others }: WebhookQuery, { workspaceId }: Ctx) =>
  workspaceId != null || Boolean(state) || Object.values(others).some((value) => value !== null && value !== undefined);

/** The only workspace whose webhooks are listed: that of the key, or the one of the filter. Rejects with `not_found`. */
async function workspaceOf(ctx: Ctx, { workspace }: WebhookQuery): Promise<string | null> {
  if (workspace == null) return ctx.workspaceId ?? null;
  return (await findWorkspace(ctx, workspace, { select: { id: true } })).id;
}

/** Rejects filters that can match no row. */
function checkFilter({ endpoint, type, types, states }: WebhookQuery): void {
  if (typeof type === 'string' && !isWebhookType(type)) throw invalid({ type: ['is not a webhook type'] });
  if (types != null && !Array.isArray(types)) throw invalid({ types: ['must be a list'] });
  if (types?.length === 0) throw invalid({ types: ['must not be empty'] });
  if (types?.some((one) => !isWebhookType(one))) throw invalid({ types: ['must be webhook types'] });
  if (typeof endpoint === 'string' && !idShape.test(endpoint))
    throw invalid({ endpoint: ['is not the id of an endpoint'] });
  if (states?.length === 0) throw invalid({ states: ['must not be empty'] });
}
