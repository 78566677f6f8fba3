import type { App } from '../../context.ts';
import { formOfReached } from '../../db/by-workspace.ts';
import { type Only, ofAny, statement } from '../../db/rows.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { fromSql, moves } from '../states/message-states.ts';

/**
 * SQL: a recursive table `first (platform_id, workspace_id, due_at)` with the first queued message of each workspace. It
 * walks the index from workspace to workspace, so a backlog of any size costs one step.
 */
export const firstDueSql = `first AS (
      (SELECT platform_id, workspace_id, due_at FROM messages WHERE ${fromSql('state', moves.claim)}
       ORDER BY workspace_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM first, LATERAL (
        SELECT platform_id, workspace_id, due_at FROM messages
        WHERE ${fromSql('state', moves.claim)} AND workspace_id > first.workspace_id
        ORDER BY workspace_id, due_at LIMIT 1) next
    )`;

/**
 * The same on a cluster, where no shard is walked: each workspace has one row of its health beside its messages, and one
 * step.
 */
export const firstOfEachSql = (within: Only) => `first AS (
      SELECT m.platform_id, m.workspace_id, m.due_at FROM workspace_health h, LATERAL (
        SELECT platform_id, workspace_id, due_at FROM messages
        WHERE ${fromSql('state', moves.claim)} AND workspace_id = h.workspace_id AND ${within('workspace_id')}
        ORDER BY due_at LIMIT 1) m
      WHERE ${within('h.workspace_id')}
    )`;

/** SQL: whether mail of the workspace `w` of the platform `p` may go out, or fails because the workspace is deleted. */
export const activeSql = `(w.status = 'active' AND p.suspended_at IS NULL OR w.deleted_at IS NOT NULL)`;

export const dueWorkspaces = statement({
  name: 'find-due-workspaces',
  hidden: true,
  values: { now: 'timestamptz' },
  text: ({ now }, only, within) => `
    ${only === ofAny ? `WITH RECURSIVE ${firstDueSql}` : `WITH ${firstOfEachSql(within)}`}
    SELECT first.platform_id AS "platformId", first.workspace_id AS id FROM first
    JOIN workspaces w ON w.platform_id = first.platform_id AND w.id = first.workspace_id
    JOIN platforms p ON p.id = w.platform_id
    WHERE first.due_at <= ${now} AND ${activeSql}`,
});

/**
 * Asks for a turn of every workspace with a due message, which covers deferred messages and lost requests. Takes no
 * lock, so a process that hangs in a sweep does not block this one; asking twice does no harm.
 */
export async function askForDueMessages(app: App): Promise<void> {
  const form = await formOfReached(app.db);
  const { rows } = await app.db.pool.query<TurnKey>(form(dueWorkspaces)({ now: app.clock.now() }));
  await app.wake.ask('sending', rows);
}
