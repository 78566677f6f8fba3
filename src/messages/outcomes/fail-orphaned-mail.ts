import type { App } from '../../context.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/rows.ts';
import { hour } from '../../ground/durations.ts';
import { fromSql, moves } from '../states/message-states.ts';
import { failSql, failValues, moveToFailed, rowsABatch } from './move-to-failed.ts';

/** Longer than any message waits, so that workspaces deleted earlier have no message left; milliseconds. */
const lookBack = 25 * hour;

const failOrphans = statement({
  values: { ...failValues, deletedSince: 'timestamptz' },
  // From workspace to workspace, so that the backlog of a live workspace is never read.
  text: (sql) =>
    failSql(
      sql,
      `
    SELECT m.workspace_id, m.id
    FROM workspaces w, LATERAL (
      SELECT workspace_id, id FROM messages WHERE workspace_id = w.id AND ${fromSql('state', moves.failure)}
      LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED) m
    WHERE w.deleted_at > ${sql.deletedSince}
    LIMIT ${rowsABatch}`,
    ),
});

/**
 * Fails a batch of the messages that still wait in deleted workspaces, including messages that a running attempt
 * returned to the queue. Returns the endpoints to ask turns for after the commit.
 */
export async function failOrphanedMail(app: App, client: Queryable, now: Date) {
  const deletedSince = new Date(now.getTime() - lookBack);
  const { endpoints } = await moveToFailed(app, client, 'workspace_deleted', (failure) =>
    failOrphans({ ...failure, deletedSince }),
  );
  return endpoints;
}
