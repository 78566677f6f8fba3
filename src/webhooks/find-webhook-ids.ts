import type { WebhookState } from '../../prisma/generated/client.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type ListWork, listWork } from '../db/lists/list-work.ts';
import { type FoundIds, type IndexColumn, type Sql, type WalkedIndex, walk } from '../db/lists/walk.ts';
import type { Keyset, TimeRange } from '../ground/lists/keyset.ts';
import type { WebhookType } from './webhook-types.ts';

export interface WebhookFilter extends TimeRange {
  readonly state?: WebhookState | null | undefined;
  /** Webhooks in one of these states. */
  readonly states?: readonly WebhookState[] | null | undefined;
  /** Id of an endpoint, deleted ones too. */
  readonly endpoint?: string | null | undefined;
  readonly type?: string | null | undefined;
  /** Webhooks of one of these types. */
  readonly types?: readonly string[] | null | undefined;
}

export interface WebhookQuestion extends WebhookFilter {
  readonly platformId: string;
  /** The only workspace whose webhooks are listed; null: all of the platform. */
  readonly workspaceId: string | null;
  readonly page: Keyset;
  readonly work?: ListWork;
}

/** A column with its value, or with the values of which it has one. */
interface Kept extends Omit<IndexColumn, 'value'> {
  readonly value: IndexColumn['value'] | readonly string[];
}

/** A filter, with the index that has its rows in the order of the list; null: none has. */
interface Filter {
  readonly keep: Kept;
  readonly index: WalkedIndex | null;
}

/**
 * Returns the ids of a page of webhooks with filters (docs/rules.md#list-work). An endpoint, a type and the
 * states `pending` and `failed` have indexes in the order of the list, so one of these gives the page at once. With
 * several filters, each index in turn is walked for rows that pass the others: the rarest value shows by its end.
 * Delivered webhooks and those of the type `message.delivered`, which most are, and those of one workspace have no index,
 * so each walk looks for them. The client reads by indexes.
 */
export async function findWebhookIds(client: Queryable, question: WebhookQuestion): Promise<FoundIds> {
  const { page, work = listWork } = question;
  if (statesOf(question)?.length === 0 || typesOf(question)?.length === 0) return { ids: [], end: null };
  const filters = filtersOf(question);
  if (filters.length === 0) return walk(client, allOf(question), { page, rows: page.take });
  const indexed = filters.flatMap(({ index, keep }) => (index === null ? [] : [{ index, keep }]));
  const [only] = indexed;
  if (only === undefined) {
    const keep = keepOf(filters.map((filter) => filter.keep));
    return walk(client, allOf(question), { page, keep, rows: work.first + work.further });
  }
  if (filters.length === 1) return walk(client, only.index, { page, rows: page.take });
  let furthest: FoundIds | null = null;
  for (const { index, keep: own } of indexed) {
    const keep = keepOf(filters.map((filter) => filter.keep).filter((other) => other !== own));
    const found = await walk(client, index, { page, keep, rows: work.further });
    if (found.end === null) return found;
    if (furthest?.end == null || isFurther(found.end, furthest.end, page)) furthest = found;
  }
  if (furthest === null) throw new Error('A walk of an index has no result');
  return furthest;
}

/** The states that the filters leave; null: any. */
const statesOf = ({ state, states }: WebhookFilter) => leftBy(state, states);

const typesOf = ({ type, types }: WebhookFilter) => leftBy(type, types);

/** The values that a filter of one and a filter of several leave; null: any. */
function leftBy<Value>(
  one: Value | null | undefined,
  several: readonly Value[] | null | undefined,
): readonly Value[] | null {
  const given = several == null ? null : [...new Set(several)];
  if (one == null) return given;
  return given === null || given.includes(one) ? [one] : [];
}

const isFurther = (one: string, other: string, { direction }: Keyset) =>
  direction === 'asc' ? one > other : one < other;

function filtersOf(question: WebhookQuestion): readonly Filter[] {
  const { endpoint, workspaceId } = question;
  const types = typesOf(question);
  const [type] = types ?? [];
  const wanted = statesOf(question);
  const [state] = wanted ?? [];
  const all = allOf(question);
  const own = (column: IndexColumn) => ({ keep: column, index: { ...all, prefix: [...all.prefix, column] } });
  return [
    ...(typeof endpoint === 'string' ? [own({ column: 'w.endpoint_id', value: endpoint })] : []),
    ...(types?.length === 1 && type !== undefined ? [ofType(question, type)] : []),
    ...(types !== null && types.length > 1 ? [{ keep: { column: 'w.type', value: types }, index: null }] : []),
    ...(wanted?.length === 1 && state
      ? [{ keep: { column: 'w.state', value: state, type: 'webhook_state' }, index: indexOfState(question, state) }]
      : []),
    ...(wanted !== null && wanted.length > 1
      ? [{ keep: { column: 'w.state', value: wanted, type: 'webhook_state' }, index: null }]
      : []),
    ...(workspaceId === null ? [] : [{ keep: { column: 'w.workspace_id', value: workspaceId }, index: null }]),
  ];
}

/** Of which a platform has so many that a walk of all finds them soon; its entries would be most of an index by type. */
const usualType: WebhookType = 'message.delivered';

function ofType(question: WebhookQuestion, type: string): Filter {
  const keep = { column: 'w.type', value: type };
  const all = allOf(question);
  if (type === usualType) return { keep, index: null };
  return { keep, index: { ...all, prefix: [...all.prefix, keep], only: `w.type <> '${usualType}'` } };
}

const columns = ['w.endpoint_id', 'w.type', 'w.state', 'w.workspace_id'];

/** The primary key. */
function allOf({ platformId }: WebhookQuestion): WalkedIndex {
  return {
    from: 'webhooks w',
    alias: 'w',
    prefix: [{ column: 'w.platform_id', value: platformId }],
    key: 'w.id',
    columns,
  };
}

function indexOfState(question: WebhookQuestion, state: WebhookState): WalkedIndex | null {
  switch (state) {
    case 'delivered':
      return null;
    case 'failed':
      return { ...allOf(question), only: 'w.failed_at IS NOT NULL' };
    case 'pending':
      return {
        from: 'pending_webhooks p',
        alias: 'p',
        prefix: [{ column: 'p.platform_id', value: question.platformId }],
        key: 'p.id',
        joined: (bind) =>
          `(SELECT ${columns.join(', ')} FROM webhooks w WHERE w.platform_id = ${bind(question.platformId)} AND w.id = p.id) w`,
      };
  }
}

function keepOf(filters: readonly Kept[]): Sql {
  return (bind) =>
    filters
      .map(({ column, value, type = 'text' }) =>
        Array.isArray(value) ? `${column} = ANY(${bind(value)}::${type}[])` : `${column} = ${bind(value)}::${type}`,
      )
      .join(' AND ');
}
