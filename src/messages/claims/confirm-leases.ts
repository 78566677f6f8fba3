import { byWorkspace } from '../../db/by-workspace.ts';
import type { Db } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { spanOf, spanValues, withinSql } from '../../db/span-sql.ts';
import { suppressedSql } from '../../suppressions/is-suppressed.ts';
import { withheldSql } from '../../topics/topic-consent.ts';
import { fromSql, moves } from '../states/message-states.ts';
import type { ClaimedMessage } from './claimed-message.ts';

const confirm = statement({
  name: 'confirm-leases',
  rows: {
    i: rowsOf<ClaimedMessage>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      id: ['text', ({ id }) => id],
      attempt_number: ['int', ({ attemptNumber }) => attemptNumber],
    }),
  },
  values: { leaseUntil: 'timestamptz', ...spanValues },
  // A locked row is getting its outcome, or is being taken away.
  text: ({ i, leaseUntil, ...span }, only) => `
    WITH ours AS (
      SELECT m.platform_id, m.workspace_id, m.id, m.recipient, m.address_hash, m.simulation, m.topic,
        m.contact_id
      FROM ${i}
      JOIN messages m ON m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.id AND m.attempt_number = i.attempt_number
        AND ${withinSql('m.id', span)}
      WHERE ${fromSql('m.state', moves.attempt)}
      FOR NO KEY UPDATE OF m SKIP LOCKED
    ), renewed AS (
      UPDATE messages m SET lease_until = ${leaseUntil}
      FROM ours WHERE m.workspace_id = ours.workspace_id AND ${only('m.workspace_id')} AND m.id = ours.id AND ${withinSql('m.id', span)}
    )
    SELECT ours.id FROM ours
    JOIN workspaces w ON w.platform_id = ours.platform_id AND w.id = ours.workspace_id
      AND w.status = 'active' AND w.deleted_at IS NULL
    JOIN platforms p ON p.id = ours.platform_id AND p.suspended_at IS NULL
    -- Mail to a person who is being erased has no recipient.
    WHERE ours.recipient IS NOT NULL
      AND (ours.simulation IS NOT NULL
        OR NOT ${suppressedSql('ours.platform_id', 'ours.workspace_id', 'ours.address_hash', 'ours.topic', only)})
      -- An empty text: the contact wants the topic.
      AND coalesce(${withheldSql('ours', only)}, '') = ''`,
});

export interface ConfirmedLeases {
  /** Ids of those that may still go out. */
  readonly ids: ReadonlySet<string>;
  /** By id: why it is not known, on a cluster whose worker of that workspace is gone. */
  readonly unknown: ReadonlyMap<string, unknown>;
}

/** Renews the leases of the messages that are still this process's (docs/rules.md#confirmed-leases). */
export async function confirmLeases(
  db: Db,
  messages: readonly ClaimedMessage[],
  leaseUntil: Date,
): Promise<ConfirmedLeases> {
  const workspaceOf = ({ workspaceId }: ClaimedMessage) => workspaceId;
  const confirmed = await byWorkspace(db, messages, workspaceOf, async (some, form) => {
    const { rows } = await db.pool.query<{ readonly id: string }>(
      form(confirm)({ i: some, leaseUntil, ...spanOf(some) }),
    );
    const ids = new Set(rows.map(({ id }) => id));
    return some.map(({ id }) => ids.has(id));
  });
  const answers = messages.map(({ id }, at) => ({ id, answer: confirmed[at] }));
  return {
    ids: new Set(answers.flatMap(({ id, answer }) => (answer && 'result' in answer && answer.result ? [id] : []))),
    unknown: new Map(answers.flatMap(({ id, answer }) => (answer && 'fault' in answer ? [[id, answer.fault]] : []))),
  };
}
