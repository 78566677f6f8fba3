/** What is due of the mail that leaves later, drawn from all workspaces alike (docs/rules.md#scheduled-mail). */
import type { App } from '../../context.ts';
import { formOfReached, ofEachWorkspace } from '../../db/by-workspace.ts';
import { readByIndexes } from '../../db/lists/walk.ts';
import { type Only, ofAny, rowsOf, statement } from '../../db/rows.ts';
import { scheduledSql } from '../../messages/states/message-states.ts';
import { suppressedSql } from '../../suppressions/is-suppressed.ts';
import { withheldSql } from '../../topics/topic-consent.ts';
import type { DueMessage } from './judge-hours.ts';

/** Messages of one batch, at most. */
const rowsABatch = 500;

/** Up to where one sweep has drawn from a workspace: what it could not move is left to the next sweep. */
export interface DrawnUntil {
  readonly workspaceId: string;
  readonly dueAt: Date;
  readonly id: string;
}

const isScheduled = scheduledSql('state');

/** From workspace to workspace, a step for each; where nothing is due, none is looked at. */
const walkedSql = (now: string) => `first AS (
      (SELECT workspace_id, due_at FROM messages
       WHERE ${isScheduled} AND EXISTS (SELECT FROM messages WHERE ${isScheduled} AND due_at <= ${now})
       ORDER BY workspace_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM first, LATERAL (
        SELECT workspace_id, due_at FROM messages WHERE ${isScheduled} AND workspace_id > first.workspace_id
        ORDER BY workspace_id, due_at LIMIT 1) next
    )`;

/** On a cluster, where no shard is walked: a step for each workspace, which has one row of its health beside its messages. */
const eachSql = (within: Only) => `first AS (
      SELECT m.workspace_id, m.due_at FROM workspace_health h, LATERAL (
        SELECT workspace_id, due_at FROM messages WHERE ${isScheduled} AND workspace_id = h.workspace_id AND ${within('workspace_id')}
        ORDER BY due_at LIMIT 1) m
      WHERE ${within('h.workspace_id')}
    )`;

const findWorkspaces = statement({
  name: 'find-scheduled-workspaces',
  hidden: true,
  values: { now: 'timestamptz' },
  text: ({ now }, only, within) => `
    ${only === ofAny ? `WITH RECURSIVE ${walkedSql(now)}` : `WITH ${eachSql(within)}`}
    SELECT workspace_id AS "workspaceId" FROM first WHERE due_at <= ${now} ORDER BY due_at`,
});

/** The workspaces with due mail, that with the oldest first. */
export async function findDueWorkspaces({ db, clock }: App): Promise<readonly DrawnUntil[]> {
  const form = await formOfReached(db);
  const { rows } = await readByIndexes(db, (client) =>
    client.query<{ workspaceId: string }>(form(findWorkspaces)({ now: clock.now() })),
  );
  return rows.map(({ workspaceId }) => ({ workspaceId, dueAt: new Date(0), id: '' }));
}

const findDue = statement({
  rows: {
    i: rowsOf<DrawnUntil>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      due_at: ['timestamptz', ({ dueAt }) => dueAt],
      id: ['text', ({ id }) => id],
    }),
  },
  values: { now: 'timestamptz', share: 'int' },
  // Mail to a person who is being erased has no recipient.
  text: ({ i, now, share }, only) => `
    SELECT m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id, m.address_hash AS "addressHash",
           m.send_at AS "sendAt", m.due_at AS "dueAt", m.waits_for IS NOT NULL AS waited,
           m.expires_at <= ${now}
             OR m.simulation IS NULL AND ${suppressedSql('m.platform_id', 'm.workspace_id', 'm.address_hash', 'm.topic', only)}
             OR coalesce(${withheldSql('m', only)}, '') <> '' AS ends
    FROM ${i}, LATERAL (
      SELECT platform_id, workspace_id, id, address_hash, send_at, due_at, expires_at, waits_for, simulation, topic,
             contact_id
      FROM messages
      WHERE ${isScheduled} AND workspace_id = i.workspace_id AND ${only('workspace_id')} AND due_at <= ${now}
        AND due_at >= i.due_at AND (due_at, id) > (i.due_at, i.id) AND recipient IS NOT NULL
      ORDER BY due_at, id LIMIT ${share}) m
    ORDER BY m.due_at, m.id`,
});

interface Drawn {
  readonly due: readonly DueMessage[];
  /** The workspaces to go on with in the next batch. */
  readonly rest: readonly DrawnUntil[];
}

/** Draws a batch: each workspace has an equal share of it. Those that may have more come last in the next batch. */
export async function drawDue({ db }: App, workspaces: readonly DrawnUntil[], now: Date): Promise<Drawn> {
  const from = workspaces.slice(0, rowsABatch);
  const share = Math.floor(rowsABatch / from.length);
  const due = await readByIndexes(db, (client) =>
    ofEachWorkspace(
      db,
      from,
      ({ workspaceId }) => workspaceId,
      async (some, form) => (await client.query<DueMessage & DrawnUntil>(form(findDue)({ i: some, now, share }))).rows,
    ),
  );
  const drawn = [...Map.groupBy(due, ({ workspaceId }) => workspaceId).values()];
  const more = drawn.filter((rows) => rows.length === share).flatMap((rows) => rows.slice(-1));
  return { due, rest: [...workspaces.slice(rowsABatch), ...more] };
}
