import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { moveToFailed, rowsABatch } from './move-to-failed.ts';

/** Longer than any message waits, so that workspaces deleted before it have none left; hours. */
const lookBack = 25;

/**
 * Fails a batch of the messages that still wait in workspaces that were deleted, those too that a running attempt gave
 * back. Gives the endpoints to ask turns for once the transaction has committed.
 */
export async function failOrphanedMail(app: App, client: Queryable, now: Date) {
  const { endpoints } = await moveToFailed(
    app,
    client,
    'workspace_deleted',
    // From workspace to workspace, so that no backlog of a live one is looked at.
    `SELECT m.workspace_id, m.id
     FROM workspaces w, LATERAL (
       SELECT workspace_id, id FROM messages WHERE workspace_id = w.id AND state = 'queued'
       LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED) m
     WHERE w.deleted_at > $3::timestamptz - interval '${lookBack} hours'
     LIMIT ${rowsABatch}`,
    [now],
  );
  return endpoints;
}
