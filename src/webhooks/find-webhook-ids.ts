import type { WebhookState } from '../../prisma/generated/client.ts';
import { type ListWork, listWork } from '../db/list-work.ts';
import type { Queryable } from '../db/pool.ts';
import { type FoundIds, type IndexColumn, type Sql, type WalkedIndex, walk } from '../db/walk.ts';
import type { Keyset } from '../page.ts';

export interface WebhookFilter {
  readonly state?: WebhookState | null | undefined;
  /** Id of an endpoint, deleted ones too. */
  readonly endpoint?: string | null | undefined;
  readonly type?: string | null | undefined;
}

export interface WebhookQuestion extends WebhookFilter {
  readonly platformId: string;
  /** The only workspace whose webhooks are listed; null: all of the platform. */
  readonly workspaceId: string | null;
  readonly page: Keyset;
  readonly work?: ListWork;
}

/**
 * Returns the ids of a page of webhooks with one filter or more (docs/rules.md#list-work). Each filter has an index in
 * the order of the list, so one filter gives the page at once. With several, each index in turn is walked for rows that
 * pass the other filters: the rarest value shows by its end. The webhooks of one workspace have no index, so each walk
 * looks for them. The client reads by indexes.
 */
export async function findWebhookIds(client: Queryable, question: WebhookQuestion): Promise<FoundIds> {
  const { page, work = listWork } = question;
  const filters = filtersOf(question);
  const within = withinOf(question);
  if (filters.length === 0) {
    return walk(client, indexOf(question, []), { page, keep: keepOf(within), rows: work.first + work.further });
  }
  if (filters.length + within.length === 1) return walk(client, indexOf(question, filters), { page, rows: page.take });
  let furthest: FoundIds | null = null;
  for (const filter of filters) {
    const others = [...filters.filter((other) => other !== filter), ...within];
    const found = await walk(client, indexOf(question, [filter]), { page, keep: keepOf(others), rows: work.further });
    if (found.end === null) return found;
    if (furthest?.end == null || isFurther(found.end, furthest.end, page)) furthest = found;
  }
  if (furthest === null) throw new Error('A list of webhooks without a filter needs no other index');
  return furthest;
}

const isFurther = (one: string, other: string, { direction }: Keyset) =>
  direction === 'asc' ? one > other : one < other;

function filtersOf({ endpoint, type, state }: WebhookFilter): readonly IndexColumn[] {
  return [
    ...(typeof endpoint === 'string' ? [{ column: 'w.endpoint_id', value: endpoint }] : []),
    ...(typeof type === 'string' ? [{ column: 'w.type', value: type }] : []),
    ...(state ? [{ column: 'w.state', value: state, type: 'webhook_state' }] : []),
  ];
}

function withinOf({ workspaceId }: WebhookQuestion): readonly IndexColumn[] {
  return workspaceId === null ? [] : [{ column: 'w.workspace_id', value: workspaceId }];
}

function indexOf({ platformId }: WebhookQuestion, filters: readonly IndexColumn[]): WalkedIndex {
  return {
    from: 'webhooks w',
    alias: 'w',
    prefix: [{ column: 'w.platform_id', value: platformId }, ...filters],
    key: 'w.id',
    columns: ['w.endpoint_id', 'w.type', 'w.state', 'w.workspace_id'],
  };
}

function keepOf(filters: readonly IndexColumn[]): Sql {
  return (bind) =>
    filters.map(({ column, value, type = 'text' }) => `${column} = ${bind(value)}::${type}`).join(' AND ');
}
