/** The webhooks about messages: the same page of each, in one statement for all messages. */
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../ground/keyset.ts';
import { keptSince, webhookLifetime } from '../retention/lifetimes.ts';

/** The webhooks about one message, which `id` names. */
export interface MessageWebhooks {
  readonly id: string;
  /** In the order of the page. */
  readonly webhookIds: readonly string[];
}

const pageOf = (order: 'ASC' | 'DESC') => `
  SELECT m.id, ARRAY(
    SELECT w.id FROM webhooks w
    WHERE w.workspace_id = m.workspace_id AND w.message_id = m.id AND w.created_at >= $6
      AND ($3::text IS NULL OR w.id < $3) AND ($4::text IS NULL OR w.id > $4)
    ORDER BY w.id ${order} LIMIT $5) AS "webhookIds"
  FROM messages m WHERE m.platform_id = $1 AND m.id = ANY($2)`;

const pages = { asc: pageOf('ASC'), desc: pageOf('DESC') };

const countStatement = `
  SELECT m.id, (
    SELECT count(*)::int FROM (
      SELECT FROM webhooks w
      WHERE w.workspace_id = m.workspace_id AND w.message_id = m.id AND w.created_at >= $4
      LIMIT $3) counted) AS count
  FROM messages m WHERE m.platform_id = $1 AND m.id = ANY($2)`;

/** Returns the same page of the webhooks about several messages of this platform, oldest first. */
export async function listMessageWebhooks(
  { app, platformId }: Ctx,
  messages: readonly string[],
  window: PageWindow,
): Promise<readonly MessageWebhooks[]> {
  const { range, direction, take } = keyset(window, 'asc');
  const since = keptSince(webhookLifetime, app.clock.now());
  const values = [platformId, messages, range.lt ?? null, range.gt ?? null, take, since];
  return (await app.db.pool.query<MessageWebhooks>(pages[direction], values)).rows;
}

/** Returns how many webhooks there are about each message, counted up to `limit`. */
export async function countMessageWebhooks(
  { app, platformId }: Ctx,
  messages: readonly string[],
  limit: number,
): Promise<readonly { readonly id: string; readonly count: number }[]> {
  const since = keptSince(webhookLifetime, app.clock.now());
  return (await app.db.pool.query(countStatement, [platformId, messages, limit, since])).rows;
}
