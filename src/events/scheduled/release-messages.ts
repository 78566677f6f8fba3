/**
 * Mail that leaves later goes to the queue when its time comes (docs/rules.md#scheduled-mail), in bounded batches of one
 * process at a time. What the queue judges of any mail, it judges then: suppression, suspension, domain, health.
 */
import type { App } from '../../context.ts';
import { ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { requestLimits } from '../../db/connections/time-limits.ts';
import { fedSql, feedSql } from '../../db/feed-sql.ts';
import { lockedPartSql } from '../../db/locked-part-sql.ts';
import { type Only, rowsOf, statement } from '../../db/rows.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';
import { failSql, failValues, moveToFailed } from '../../messages/outcomes/move-to-failed.ts';
import { moves, scheduledSql, toSql } from '../../messages/states/message-states.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { makeHours, takeHours } from '../emit/take-hours.ts';
import { drawDue, findDueWorkspaces } from './find-due.ts';
import { type DueMessage, judgeHours } from './judge-hours.ts';

/** Time of one sweep while more is due; milliseconds. The next sweep follows a second later. */
const sweepTime = 2_000;

/** A cancel or a move that holds the row is finished first: the next batch sees what it made of the message. */
const locked = (i: string, now: string, only: Only) => `
      SELECT m.workspace_id, m.id FROM ${i}
      JOIN messages m ON m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.id
      WHERE ${scheduledSql('m.state')} AND m.due_at <= ${now} AND m.recipient IS NOT NULL
      FOR NO KEY UPDATE OF m SKIP LOCKED`;

const places = {
  workspace_id: ['text', ({ workspaceId }: DueMessage) => workspaceId],
  id: ['text', ({ id }: DueMessage) => id],
} as const;

/** The domain is that of the time at which the mail leaves. */
const release = statement({
  name: 'release-scheduled',
  rows: { i: rowsOf<DueMessage>(places) },
  values: { now: 'timestamptz' },
  text: ({ i, now }, only) => `
    WITH due AS (${lockedPartSql(only, locked(i, now, only))}
    ), released AS (
      UPDATE messages m SET state = ${toSql(moves.release)}, waits_for = NULL,
        sending_domain_id = CASE WHEN m.simulation IS NULL THEN (
          SELECT d.id FROM sending_domains d WHERE d.platform_id = m.platform_id) END
      FROM due WHERE m.workspace_id = due.workspace_id AND ${only('m.workspace_id')} AND m.id = due.id
      RETURNING m.platform_id, m.workspace_id, m.id, m.state
    ), ${feedSql({
      form: only,
      from: 'released',
      topics: ['released.workspace_id', 'released.id'],
      subject: 'released.id',
      state: 'released.state',
      at: now,
    })}
    SELECT ARRAY(SELECT id FROM released) AS ids, ${fedSql} AS fed`,
});

const wait = statement({
  rows: {
    i: rowsOf<DueMessage & { readonly until: Date }>({ ...places, until: ['timestamptz', ({ until }) => until] }),
  },
  values: { now: 'timestamptz' },
  text: ({ i, now }, only) => `
    WITH due AS (${lockedPartSql(only, locked(i, now, only))})
    UPDATE messages m SET due_at = i.until, waits_for = 'hour'
    FROM due JOIN ${i} ON i.workspace_id = due.workspace_id AND i.id = due.id
    WHERE m.workspace_id = due.workspace_id AND ${only('m.workspace_id')} AND m.id = due.id`,
});

const fail = statement({
  rows: { i: rowsOf<DueMessage>(places) },
  values: failValues,
  text: ({ i, ...sql }, only) => failSql(sql, locked(i, sql.now, only), only, moves.withdrawal),
});

const isCounted = ({ ends }: DueMessage) => !ends;
const workspaceOf = ({ workspaceId }: DueMessage) => workspaceId;

interface Batch {
  readonly sending: readonly TurnKey[];
  readonly webhooks: readonly TurnKey[];
  readonly fed: number;
}

/** Releases what is due. While the machine's clock is wrong, another process does. */
export async function releaseMessages(app: App): Promise<void> {
  const until = app.clock.monotonic() + sweepTime;
  for (let workspaces = await findDueWorkspaces(app); workspaces.length > 0; ) {
    if (app.clock.isSound?.() === false) return;
    await app.parts.restoreWatch.isLookedAt();
    const now = app.clock.now();
    const { due, rest } = await drawDue(app, workspaces, now);
    workspaces = rest;
    await makeHours(app.db, due.filter(isCounted), now);
    const batch = await oneAtATime(
      app.db,
      'releaseMessages',
      (client) => releaseBatch(app, client, due, now),
      requestLimits,
    );
    if (batch === null) return;
    if (batch.fed > 0) app.parts.live.tell();
    await app.wake.ask('sending', batch.sending);
    await app.wake.ask('webhooks', batch.webhooks);
    if (app.clock.monotonic() > until) return;
  }
}

async function releaseBatch(app: App, client: Queryable, due: readonly DueMessage[], now: Date): Promise<Batch> {
  if (due.length === 0) return { sending: [], webhooks: [], fed: 0 };
  const hours = await takeHours(app.db, client, due.filter(isCounted), now);
  const { leave, hold, refuse } = judgeHours(due, hours.recent, now);
  const moved = await ofEachWorkspace(app.db, leave, workspaceOf, async (some, form) => {
    return (await client.query<{ ids: readonly string[]; fed: number }>(form(release)({ i: some, now }))).rows;
  });
  const released = new Set(moved.flatMap(({ ids }) => ids));
  const left = leave.filter(({ id }) => released.has(id));
  await hours.count(left.filter(isCounted));
  await ofEachWorkspace(app.db, hold, workspaceOf, async (some, form) => {
    return (await client.query(form(wait)({ i: some, now }))).rows;
  });
  const woken = await ofEachWorkspace(app.db, refuse, workspaceOf, async (some) => {
    const [first] = some;
    if (first === undefined) return [];
    const failed = await moveToFailed(app, client, {
      reason: 'recipient_rate',
      extent: first,
      query: (failure, form) => form(fail)({ i: some, ...failure }),
    });
    return failed.endpoints;
  });
  return {
    sending: left.map(({ platformId, workspaceId }) => ({ platformId, id: workspaceId })),
    webhooks: woken,
    fed: moved.reduce((sum, { fed }) => sum + fed, 0),
  };
}
