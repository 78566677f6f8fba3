/** The webhooks about messages: the same page of each, in one statement for all messages. */
import type { App, Ctx } from '../context.ts';
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

const pageOf = (order: 'ASC' | 'DESC') => `
  SELECT m.id, ARRAY(
    SELECT w.id FROM webhooks w
    WHERE w.workspace_id = m.workspace_id AND w.message_id = m.id AND w.id >= $6
      AND ($3::text IS NULL OR w.id < $3) AND ($4::text IS NULL OR w.id > $4)
    ORDER BY w.id ${order} LIMIT $5) AS "webhookIds"
  FROM messages m WHERE m.platform_id = $1 AND m.id = ANY($2)`;

const pages = { asc: pageOf('ASC'), desc: pageOf('DESC') };

const countStatement = `
  SELECT m.id, (
    SELECT count(*)::int FROM (
      SELECT FROM webhooks w
      WHERE w.workspace_id = m.workspace_id AND w.message_id = m.id AND w.id >= $4
      LIMIT $3) counted) AS count
  FROM messages m WHERE m.platform_id = $1 AND m.id = ANY($2)`;

/** Returns the same page of the webhooks about several messages of this platform, oldest first. */
export async function listMessageWebhooks(
  { app, platformId }: Ctx,
  messages: readonly string[],
  window: PageWindow,
): Promise<readonly MessageWebhooks[]> {
  const { range, direction, take } = keyset(window, 'asc');
  const values = [platformId, messages, range.lt ?? null, range.gt ?? null, take, shownFrom(app, messages)];
  return (await app.db.pool.query<MessageWebhooks>(pages[direction], values)).rows;
}

/** Returns how many webhooks there are about each message, counted up to `limit`. */
export async function countMessageWebhooks(
  { app, platformId }: Ctx,
  messages: readonly string[],
  limit: number,
): Promise<readonly { readonly id: string; readonly count: number }[]> {
  return (await app.db.pool.query(countStatement, [platformId, messages, limit, shownFrom(app, messages)])).rows;
}

/** Older webhooks are not shown, and none is older than its message. */
function shownFrom({ clock }: App, messages: readonly string[]): string {
  const oldest = idAt(keptSince(webhookLifetime, clock.now()));
  const first = firstIdAbout(messages);
  if (first > oldest) return first;
  return oldest;
}
