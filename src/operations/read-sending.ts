import type { App } from '../context.ts';
import { formOf } from '../db/by-workspace.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { ofAny, statement } from '../db/rows.ts';
import { firstDueSql, firstOfEachSql } from '../messages/claims/ask-for-due-messages.ts';
import { messageLifetime } from '../messages/states/message-lifetime.ts';
import { apart, fromSql, moves, scheduledSql } from '../messages/states/message-states.ts';
import { type CappedCount, cappedCount, deploymentCountMax } from './capped-count.ts';

/** Messages of the deployment that are not final. */
export interface SendingBacklog {
  readonly queued: CappedCount;
  readonly scheduled: CappedCount;
  readonly due: CappedCount;
  readonly workspacesDue: CappedCount;
  readonly sending: CappedCount;
  readonly lostLeases: CappedCount;
  readonly awaitingReport: CappedCount;
  readonly oldestDueAt: Date | null;
  readonly oldestEmitAt: Date | null;
}

const limit = deploymentCountMax + 1;
const queued = fromSql('state', moves.claim);
const sending = apart(fromSql('state', moves.attempt));

/** It finds the first mail of each workspace as the look at due messages does. A cluster counts due mail without going by workspace. */
const backlog = statement({
  values: { now: 'timestamptz' },
  text: ({ now }, only) => `
    ${only === ofAny ? `WITH RECURSIVE ${firstDueSql}` : `WITH ${firstOfEachSql(ofAny)}`}, waiting AS MATERIALIZED (
      SELECT * FROM first LIMIT ${limit}
    )
    SELECT
      (SELECT count(*)::int FROM (SELECT 1 FROM messages WHERE ${queued} LIMIT ${limit}) q) AS queued,
      (SELECT count(*)::int FROM (SELECT 1 FROM messages WHERE ${scheduledSql('state')} LIMIT ${limit}) q) AS scheduled,
      (SELECT count(*)::int FROM (${
        only === ofAny
          ? `
        SELECT 1 FROM waiting w, LATERAL (
          SELECT 1 FROM messages WHERE ${queued} AND workspace_id = w.workspace_id AND due_at <= ${now} LIMIT ${limit}) d
        WHERE w.due_at <= ${now}`
          : `SELECT 1 FROM messages WHERE ${queued} AND due_at <= ${now}`
      } LIMIT ${limit}) q) AS due,
      (SELECT count(*)::int FROM waiting WHERE due_at <= ${now}) AS "workspacesDue",
      (SELECT min(due_at) FROM waiting) AS "oldestDueAt",
      (SELECT expires_at FROM messages WHERE ${apart(queued)} ORDER BY expires_at LIMIT 1) AS "firstExpiry",
      (SELECT count(*)::int FROM (SELECT 1 FROM messages WHERE ${sending} LIMIT ${limit}) q) AS sending,
      (SELECT count(*)::int FROM (
        SELECT 1 FROM messages WHERE ${sending} AND lease_until < ${now} LIMIT ${limit}) q) AS "lostLeases",
      (SELECT count(*)::int FROM (SELECT 1 FROM messages WHERE ${apart(fromSql('state', moves.silence))} LIMIT ${limit}) q) AS sent`,
});

interface Row {
  readonly queued: number;
  readonly scheduled: number;
  readonly due: number;
  readonly workspacesDue: number;
  readonly oldestDueAt: Date | null;
  readonly firstExpiry: Date | null;
  readonly sending: number;
  readonly lostLeases: number;
  readonly sent: number;
}

/** For the operator: what waits to be sent, in all workspaces, from partial indexes. */
export async function readSending({ clock, db }: App): Promise<SendingBacklog> {
  const now = clock.now();
  const { rows } = await readByIndexes(db, (client) => client.query<Row>(formOf(db)(backlog)({ now })));
  const [row] = rows;
  if (!row) throw new Error('The backlog is one row');
  const capped = (found: number) => cappedCount(found, deploymentCountMax);
  const { oldestDueAt, firstExpiry } = row;
  return {
    queued: capped(row.queued),
    scheduled: capped(row.scheduled),
    due: capped(row.due),
    workspacesDue: capped(row.workspacesDue),
    sending: capped(row.sending),
    lostLeases: capped(row.lostLeases),
    awaitingReport: capped(row.sent),
    oldestDueAt: oldestDueAt !== null && oldestDueAt <= now ? oldestDueAt : null,
    oldestEmitAt: firstExpiry && new Date(firstExpiry.getTime() - messageLifetime * 1_000),
  };
}
