import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { hour } from '../../ground/time/durations.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { fromSql, moves, scheduledSql } from '../states/message-states.ts';
import { failSql, failValues, moveToFailed, rowsABatch } from './move-to-failed.ts';

/** Longer than any message waits once it is due, so that workspaces deleted earlier have no message left; milliseconds. */
const lookBack = 25 * hour;

/** From workspace to workspace by `index`, so that the backlog of a live workspace is never read. */
const failIn = (name: string, move: typeof moves.failure | typeof moves.withdrawal, index: string) =>
  statement({
    name,
    hidden: true,
    values: { ...failValues, deletedSince: 'timestamptz' },
    text: (sql) =>
      failSql(
        sql,
        `
    SELECT m.workspace_id, m.id
    FROM workspaces w, LATERAL (
      SELECT workspace_id, id FROM messages WHERE workspace_id = w.id AND ${index}
      LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED) m
    WHERE w.deleted_at > ${sql.deletedSince}
    LIMIT ${rowsABatch}`,
        move,
      ),
  });

/** Mail that waits, and mail that leaves later. */
const failOrphans = [
  failIn('fail-orphans', moves.failure, fromSql('state', moves.failure)),
  failIn('fail-scheduled-orphans', moves.withdrawal, scheduledSql('state')),
];

/**
 * Fails a batch of the messages that still wait in deleted workspaces or leave later, including messages that a running attempt
 * returned to the queue. Returns the endpoints to ask turns for after the commit.
 */
export async function failOrphanedMail(app: App, client: Queryable, now: Date) {
  const deletedSince = new Date(now.getTime() - lookBack);
  const woken: TurnKey[] = [];
  for (const fail of failOrphans) {
    const { endpoints } = await moveToFailed(app, client, 'workspace_deleted', (failure) =>
      fail({ ...failure, deletedSince }),
    );
    woken.push(...endpoints);
  }
  return woken;
}
