import type { App } from '../context.ts';
import { formFor } from '../db/by-workspace.ts';
import { statement } from '../db/rows.ts';
import { waitsFor } from '../transport/mx/exchanger-wait.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { WaitingDomains } from './exchangers/exchanger-shares.ts';
import { fromSql, moves } from './states/message-states.ts';

/** Messages that one statement moves. The next turn moves the rest. */
const messagesMax = 500;

const postpone = statement({
  name: 'postpone-messages',
  values: {
    platformId: 'text',
    workspaceId: 'text',
    now: 'timestamptz',
    domains: 'text[]',
    until: 'timestamptz',
    spreadMs: 'int',
    waitsFor: 'text',
  },
  text: (sql, only) => `
    WITH due AS (
      SELECT workspace_id, id, least(expires_at, ${sql.until} + make_interval(secs => random() * ${sql.spreadMs} / 1000.0)) AS later
      FROM (SELECT workspace_id, id, expires_at FROM messages
      WHERE workspace_id = ${sql.workspaceId} AND ${only('workspace_id')} AND ${fromSql('state', moves.claim)} AND due_at <= ${sql.now}
        AND expires_at > ${sql.now} AND simulation IS NULL AND recipient IS NOT NULL
        AND lower(split_part(recipient, '@', -1)) = ANY(${sql.domains})
        AND EXISTS (SELECT FROM workspaces w
          WHERE w.platform_id = ${sql.platformId} AND w.id = ${sql.workspaceId} AND w.deleted_at IS NULL)
      ORDER BY due_at LIMIT ${messagesMax} FOR NO KEY UPDATE SKIP LOCKED) found
    )
    UPDATE messages m
    SET due_at = due.later, waits_for = ${sql.waitsFor}
    FROM due WHERE m.workspace_id = due.workspace_id AND ${only('m.workspace_id')} AND m.id = due.id`,
});

/**
 * Moves the due messages of a workspace whose exchangers take no mail now to the time at which these do again, so that
 * other mail passes them and none is claimed in vain (docs/rules.md#exchanger-pace). Counts no attempt.
 */
export async function postponeMessages(app: App, turn: TurnKey, waiting: readonly WaitingDomains[]): Promise<void> {
  const form = formFor(app.db, turn.id);
  for (const { wait, domains } of waiting) {
    const { until, spreadMs } = wait;
    const place = { platformId: turn.platformId, workspaceId: turn.id, now: app.clock.now(), domains };
    await app.db.pool.query(form(postpone)({ ...place, until, spreadMs, waitsFor: waitsFor(wait) }));
  }
}
