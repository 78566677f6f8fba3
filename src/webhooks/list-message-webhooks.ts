/** The webhooks about messages: the same page of each, in one statement for all messages. */
import type { App, Ctx } from '../context.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { idAt } from '../ground/ids.ts';
import { keyset, type PageWindow } from '../ground/lists/keyset.ts';
import { keptSince, webhookLifetime } from '../retention/lifetimes.ts';
import { firstIdAbout } from '../retention/partitions/first-id-about.ts';

/** The webhooks about one message, which `id` names. */
export interface MessageWebhooks {
  readonly id: string;
  /** In the order of the page. */
  readonly webhookIds: readonly string[];
}

interface Place {
  readonly id: string;
  readonly workspaceId: string;
}

/** Of messages of the platform. A cluster has them on shards, and webhooks on its coordinator: it is asked for them first. */
const ofMessages = { platformId: 'text', ids: 'text[]' } as const;
const messagesSql = ({ platformId, ids }: Readonly<Record<'platformId' | 'ids', string>>) =>
  `messages m WHERE m.platform_id = ${platformId} AND m.id = ANY(${ids})`;
const places = rowsOf<Place>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  id: ['text', ({ id }) => id],
});
const findPlaces = statement({
  values: ofMessages,
  text: (v) => `SELECT m.id, m.workspace_id AS "workspaceId" FROM ${messagesSql(v)}`,
});

const window = { before: 'text', after: 'text', most: 'int', from: 'text' } as const;
type WindowSql = Readonly<Record<keyof typeof window, string>>;

const pageSql = ({ before, after, most, from }: WindowSql, order: 'ASC' | 'DESC', messages: string) => `
  SELECT m.id, ARRAY(
    SELECT w.id FROM webhooks w
    WHERE w.workspace_id = m.workspace_id AND w.message_id = m.id AND w.id >= ${from}
      AND (${before} IS NULL OR w.id < ${before}) AND (${after} IS NULL OR w.id > ${after})
    ORDER BY w.id ${order} LIMIT ${most}) AS "webhookIds"
  FROM ${messages}`;

const pageOf = (order: 'ASC' | 'DESC') =>
  statement({ alone: true, values: { ...ofMessages, ...window }, text: (v) => pageSql(v, order, messagesSql(v)) });
const pageAt = (order: 'ASC' | 'DESC') =>
  statement({ rows: { m: places }, values: window, text: ({ m, ...v }) => pageSql(v, order, m) });

const pages = { asc: pageOf('ASC'), desc: pageOf('DESC') };
const pagesAt = { asc: pageAt('ASC'), desc: pageAt('DESC') };

const bounds = { most: 'int', from: 'text' } as const;
const countSql = ({ most, from }: Pick<WindowSql, 'most' | 'from'>, messages: string) => `
  SELECT m.id, (
    SELECT count(*)::int FROM (
      SELECT FROM webhooks w
      WHERE w.workspace_id = m.workspace_id AND w.message_id = m.id AND w.id >= ${from}
      LIMIT ${most}) counted) AS count
  FROM ${messages}`;
const countOf = statement({
  alone: true,
  values: { ...ofMessages, ...bounds },
  text: (v) => countSql(v, messagesSql(v)),
});
const countAt = statement({ rows: { m: places }, values: bounds, text: ({ m, ...v }) => countSql(v, m) });

async function placesOf({ app, platformId }: Ctx, ids: readonly string[]): Promise<readonly Place[]> {
  return (await app.db.pool.query<Place>(findPlaces({ platformId, ids }))).rows;
}

/** Returns the same page of the webhooks about several messages of this platform, oldest first. */
export async function listMessageWebhooks(
  ctx: Ctx,
  messages: readonly string[],
  window: PageWindow,
): Promise<readonly MessageWebhooks[]> {
  const { app, platformId } = ctx;
  const { range, direction, take } = keyset(window, 'asc');
  const terms = { before: range.lt ?? null, after: range.gt ?? null, most: take, from: shownFrom(app, messages) };
  if (!app.db.isCluster())
    return (await app.db.pool.query<MessageWebhooks>(pages[direction]({ platformId, ids: messages, ...terms }))).rows;
  const m = await placesOf(ctx, messages);
  return (await app.db.pool.query<MessageWebhooks>(pagesAt[direction]({ m, ...terms }))).rows;
}

/** Returns how many webhooks there are about each message, counted up to `limit`. */
export async function countMessageWebhooks(
  ctx: Ctx,
  messages: readonly string[],
  limit: number,
): Promise<readonly { readonly id: string; readonly count: number }[]> {
  const { app, platformId } = ctx;
  const terms = { most: limit, from: shownFrom(app, messages) };
  if (!app.db.isCluster()) return (await app.db.pool.query(countOf({ platformId, ids: messages, ...terms }))).rows;
  const m = await placesOf(ctx, messages);
  return (await app.db.pool.query(countAt({ m, ...terms }))).rows;
}

/** Older webhooks are not shown, and none is older than its message. */
function shownFrom({ clock }: App, messages: readonly string[]): string {
  const oldest = idAt(keptSince(webhookLifetime, clock.now()));
  const first = firstIdAbout(messages);
  if (first > oldest) return first;
  return oldest;
}
