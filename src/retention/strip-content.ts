import type { App } from '../context.ts';
import type { Queryable } from '../db.ts';
import { webhookLifetime } from '../webhooks/list-webhooks.ts';

/** Events that one batch strips, at most; those of one instant go together. */
const rowsABatch = 200;
const day = 24 * 60 * 60 * 1000;
const epoch = new Date(0);

/**
 * Payloads, values and replies go after the configured days, the address once no webhook can name it any more; the rows
 * stay. How far it has come is kept, so that what is stripped is never looked at again.
 */
export async function stripContent(app: App, client: Queryable, now: Date): Promise<boolean> {
  const contentUntil = new Date(now.getTime() - app.config.messageContentDays * day);
  const addressUntil = new Date(Math.min(contentUntil.getTime(), now.getTime() - webhookLifetime));
  const contents = await strip(client, 'content', contentUntil, stripPayloads);
  const recipients = await strip(client, 'recipients', addressUntil, stripRecipients);
  return contents || recipients;
}

const stripPayloads = `
  , payloads AS (
    UPDATE events e SET payload = NULL FROM batch WHERE e.workspace_id = batch.workspace_id AND e.id = batch.id
  ), attempts AS (
    UPDATE message_attempts a SET reply = NULL
    FROM batch JOIN messages m ON m.workspace_id = batch.workspace_id AND m.event_id = batch.id
    WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id
  ), contents AS (
    UPDATE messages m SET values = NULL FROM batch WHERE m.workspace_id = batch.workspace_id AND m.event_id = batch.id
  )`;

const stripRecipients = `
  , addresses AS (
    UPDATE messages m SET recipient = NULL FROM batch
    WHERE m.workspace_id = batch.workspace_id AND m.event_id = batch.id
  )`;

async function strip(client: Queryable, purge: string, until: Date, parts: string): Promise<boolean> {
  const { rows: marks } = await client.query<{ done_until: Date }>(
    'SELECT done_until FROM retention_marks WHERE purge = $1',
    [purge],
  );
  const from = marks[0]?.done_until ?? epoch;
  if (from >= until) return false;
  const { rows } = await client.query<{ found: number; last: Date | null }>(
    `WITH batch AS MATERIALIZED (
       SELECT workspace_id, id, created_at FROM events WHERE created_at > $1 AND created_at <= $2
       ORDER BY created_at FETCH FIRST ${rowsABatch} ROWS WITH TIES
     )${parts}
     SELECT count(*)::int AS found, max(created_at) AS last FROM batch`,
    [from, until],
  );
  const { found = 0, last = null } = rows[0] ?? {};
  await client.query(
    `INSERT INTO retention_marks (purge, done_until) VALUES ($1, $2)
     ON CONFLICT (purge) DO UPDATE SET done_until = excluded.done_until`,
    [purge, found < rowsABatch ? until : last],
  );
  return found >= rowsABatch;
}
