import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { contentLifetime, keptSince } from './lifetimes.ts';

/** Events that one batch strips, at most; events of one instant go together. */
const rowsABatch = 200;
const epoch = new Date(0);
/** The name under which the purge stores its progress. */
const mark = 'content';

/**
 * Removes payloads, values and replies after the configured days (docs/rules.md#content-retention). The rows stay with
 * their address, because a late complaint must find its recipient. The progress is stored, so that stripped rows are
 * never read again.
 */
export async function stripContent(app: App, client: Queryable, now: Date): Promise<boolean> {
  const contentUntil = keptSince(contentLifetime(app.config), now);
  const from = await doneUntil(client);
  if (from >= contentUntil) return false;
  const { rows } = await client.query<{ found: number; last: Date | null }>(stripStatement, [from, contentUntil]);
  const { found = 0, last = null } = rows[0] ?? {};
  await client.query(
    `INSERT INTO retention_marks (purge, done_until) VALUES ($1, $2)
     ON CONFLICT (purge) DO UPDATE SET done_until = excluded.done_until`,
    [mark, found < rowsABatch ? contentUntil : last],
  );
  return found >= rowsABatch;
}

const stripStatement = `
  WITH batch AS MATERIALIZED (
    SELECT workspace_id, id, created_at FROM events WHERE created_at > $1 AND created_at <= $2
    ORDER BY created_at FETCH FIRST ${rowsABatch} ROWS WITH TIES
  ), payloads AS (
    UPDATE events e SET payload = NULL FROM batch WHERE e.workspace_id = batch.workspace_id AND e.id = batch.id
  ), attempts AS (
    UPDATE message_attempts a SET reply = NULL
    FROM batch JOIN messages m ON m.workspace_id = batch.workspace_id AND m.event_id = batch.id
    WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id
  ), reports AS (
    UPDATE message_reports r SET reply = NULL
    FROM batch JOIN messages m ON m.workspace_id = batch.workspace_id AND m.event_id = batch.id
    WHERE r.workspace_id = m.workspace_id AND r.message_id = m.id
  ), contents AS (
    UPDATE messages m SET values = NULL FROM batch WHERE m.workspace_id = batch.workspace_id AND m.event_id = batch.id
  )
  SELECT count(*)::int AS found, max(created_at) AS last FROM batch`;

async function doneUntil(client: Queryable): Promise<Date> {
  const { rows } = await client.query<{ done_until: Date }>('SELECT done_until FROM retention_marks WHERE purge = $1', [
    mark,
  ]);
  return rows[0]?.done_until ?? epoch;
}
