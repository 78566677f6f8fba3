import type { App } from '../../context.ts';
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { ofAny, statement } from '../../db/rows.ts';
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
    text: (sql, only) =>
      failSql(
        sql,
        only === ofAny
          ? `
    SELECT m.workspace_id, m.id
    FROM workspaces w, LATERAL (
      SELECT workspace_id, id FROM messages WHERE workspace_id = w.id AND ${index}
      LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED) m
    WHERE w.deleted_at > ${sql.deletedSince}
    LIMIT ${rowsABatch}`
          : `
    SELECT m.workspace_id, m.id FROM messages m JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id
    WHERE ${only('m.workspace_id')} AND ${index} AND w.deleted_at > ${sql.deletedSince}
    LIMIT ${rowsABatch} FOR NO KEY UPDATE OF m SKIP LOCKED`,
        only,
        move,
      ),
  });

const findIn = (index: string) =>
  statement({
    values: { deletedSince: 'timestamptz' },
    text: ({ deletedSince }, _only, within) => `
    SELECT DISTINCT m.workspace_id AS "workspaceId"
    FROM workspaces w JOIN messages m ON m.platform_id = w.platform_id AND m.workspace_id = w.id AND ${index}
    WHERE w.deleted_at > ${deletedSince} AND ${within('m.workspace_id')} LIMIT ${rowsABatch}`,
  });

const waiting = fromSql('state', moves.failure);
const scheduled = scheduledSql('state');
const failWaiting = failIn('fail-orphans', moves.failure, waiting);
const findWaiting = findIn(waiting);
const failScheduled = failIn('fail-scheduled-orphans', moves.withdrawal, scheduled);
const findScheduled = findIn(scheduled);

/** Mail that waits, and mail that leaves later. */
const orphans = [
  { fail: failWaiting, find: findWaiting },
  { fail: failScheduled, find: findScheduled },
];

/**
 * Fails a batch of the messages that still wait in deleted workspaces or leave later, including messages that a running attempt
 * returned to the queue. Returns the endpoints to ask turns for after the commit.
 */
export async function failOrphanedMail(app: App, client: Queryable, now: Date, reached: Form) {
  const deletedSince = new Date(now.getTime() - lookBack);
  const woken: TurnKey[] = [];
  for (const { fail, find } of orphans) {
    const { endpoints } = await moveToFailed(app, client, {
      reason: 'workspace_deleted',
      extent: { find: reached(find)({ deletedSince }), rows: rowsABatch },
      query: (failure, form) => form(fail)({ ...failure, deletedSince }),
    });
    woken.push(...endpoints);
  }
  return woken;
}
