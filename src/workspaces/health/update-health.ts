import type { App } from '../../context.ts';
import { formFor, ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { newId } from '../../ground/ids.ts';
import { day } from '../../ground/time/durations.ts';
import type { WebhookCause } from '../../webhooks/record-webhooks.ts';
import {
  type HealthCounts,
  type HealthStanding,
  type HealthVerdict,
  type HealthVolume,
  judgeHealth,
} from './health-transitions.ts';

export interface WorkspaceKey {
  readonly platformId: string;
  readonly workspaceId: string;
}

type StandingRow = WorkspaceKey & HealthStanding;

const nothing: HealthCounts & HealthVolume = { ended: 0, delivered: 0, hardBounces: 0, complaints: 0, sendingDays: 0 };

/**
 * Judges the health of the workspaces again, in the transaction that may have changed it. Returns
 * `workspace.health_changed` for each workspace that moved (docs/rules.md#health-counts).
 */
export async function updateHealth(
  app: App,
  client: Queryable,
  workspaces: readonly WorkspaceKey[],
): Promise<readonly WebhookCause[]> {
  if (workspaces.length === 0) return [];
  const now = app.clock.now();
  const limits = app.config.health;
  const standings = await lockStandings(app.db, client, workspaces);
  const counts = await countWindow(app.db, client, standings, new Date(now.getTime() - limits.windowDays * day));
  const volumes = await countVolumes(
    app.db,
    client,
    standings.filter(({ state }) => state === 'ramping'),
  );
  const causes: WebhookCause[] = [];
  for (const standing of standings) {
    const { workspaceId } = standing;
    const verdict = judgeHealth(
      standing,
      counts.get(workspaceId) ?? nothing,
      volumes.get(workspaceId) ?? nothing,
      limits,
      now,
    );
    causes.push(...(await applyVerdict(app.db, client, standing, verdict, now)));
  }
  return causes;
}

const workspaceRows = rowsOf<WorkspaceKey>({
  platform_id: ['text', ({ platformId }) => platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
});
const workspaceOf = ({ workspaceId }: WorkspaceKey) => workspaceId;

const lock = statement({
  rows: { i: workspaceRows },
  text: ({ i }, only) => `
    SELECT h.platform_id AS "platformId", h.workspace_id AS "workspaceId", h.state, h.since,
      h.recovers_to AS "recoversTo", h.under_line_since AS "underLineSince"
    FROM (SELECT DISTINCT * FROM ${i}) i
    JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id AND ${only('h.workspace_id')}
    JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.deleted_at IS NULL
    ORDER BY h.workspace_id FOR NO KEY UPDATE OF h`,
});

/** Locks the workspaces' health, always in the same order; deleted workspaces have none. */
export async function lockStandings(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  workspaces: readonly WorkspaceKey[],
): Promise<readonly StandingRow[]> {
  return ofEachWorkspace(db, workspaces, workspaceOf, async (some, form) => {
    const { rows } = await client.query<StandingRow>(form(lock)({ i: some }));
    return rows;
  });
}

const moveState = statement({
  values: {
    platformId: 'text',
    workspaceId: 'text',
    was: 'health_state',
    changeId: 'text',
    state: 'health_state',
    reason: 'text',
    now: 'timestamptz',
    recoversTo: 'health_state',
    underLineSince: 'timestamptz',
    countsAnew: 'boolean',
  },
  text: (v, only) => `
    WITH moved AS (
      UPDATE workspace_health
      SET state = ${v.state}, reason = ${v.reason}, since = ${v.now}, recovers_to = ${v.recoversTo},
          under_line_since = ${v.underLineSince}, judge_at = ${v.now},
          counts_since = CASE WHEN ${v.countsAnew} THEN ${v.now} ELSE counts_since END
      WHERE platform_id = ${v.platformId} AND workspace_id = ${v.workspaceId} AND ${only('workspace_id')}
      RETURNING platform_id, workspace_id, state, reason, since
    ), kept AS (
      INSERT INTO health_changes (platform_id, workspace_id, id, from_state, to_state, reason, at)
      SELECT platform_id, workspace_id, ${v.changeId}, ${v.was}, state, reason, since FROM moved
    ), ${feedSql({
      form: only,
      from: 'moved',
      topics: ['moved.platform_id'],
      subject: 'moved.workspace_id',
      was: `${v.was}::text`,
      state: 'moved.state',
      reason: 'moved.reason',
      at: 'moved.since',
    })}
    SELECT count(*) FROM moved`,
});

/**
 * Writes a verdict, and a move into the history of the workspace; returns the webhook of a move
 * (docs/rules.md#health-history). The next sweep judges the workspace again, in its new state.
 */
export async function applyVerdict(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  { platformId, workspaceId, state }: StandingRow,
  verdict: HealthVerdict,
  now: Date,
): Promise<readonly WebhookCause[]> {
  switch (verdict.kind) {
    case 'stay':
      return [];
    case 'note':
      await client.query(
        `UPDATE workspace_health SET under_line_since = $3, judge_at = $4
         WHERE platform_id = $1 AND workspace_id = $2`,
        [platformId, workspaceId, verdict.underLineSince, now],
      );
      return [];
    case 'move': {
      const { to, reason, recoversTo, underLineSince, countsAnew } = verdict;
      await client.query(
        formFor(db, workspaceId)(moveState)({
          platformId,
          workspaceId,
          changeId: newId(now),
          was: state,
          state: to,
          reason,
          now,
          recoversTo,
          underLineSince,
          countsAnew,
        }),
      );
      const details = { from: state, to, reason };
      return [
        {
          platformId,
          workspaceId,
          type: 'workspace.health_changed',
          source: 'service',
          simulated: false,
          details,
          at: now,
        },
      ];
    }
  }
}

const countHours = statement({
  rows: { i: workspaceRows },
  values: { from: 'timestamptz' },
  text: ({ i, from }, only) => `
    SELECT h.workspace_id AS "workspaceId", sum(o.ended)::int AS ended, sum(o.delivered)::int AS delivered,
      sum(o.hard_bounces)::int AS "hardBounces", sum(o.complaints)::int AS complaints
    FROM ${i}
    JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id AND ${only('h.workspace_id')}
    JOIN health_hours o ON o.workspace_id = i.workspace_id AND ${only('o.workspace_id')} AND o.hour >= greatest(h.counts_since, ${from})
    GROUP BY 1`,
});

async function countWindow(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  standings: readonly WorkspaceKey[],
  from: Date,
): Promise<ReadonlyMap<string, HealthCounts>> {
  const rows = await ofEachWorkspace(db, standings, workspaceOf, async (some, form) => {
    const found = await client.query<WorkspaceKey & HealthCounts>(form(countHours)({ i: some, from }));
    return found.rows;
  });
  return new Map(rows.map((row) => [row.workspaceId, row]));
}

const countAll = statement({
  rows: { i: workspaceRows },
  text: ({ i }, only) => `
    SELECT i.workspace_id AS "workspaceId",
      (SELECT count(*)::int FROM sending_days d
       WHERE d.workspace_id = i.workspace_id AND ${only('d.workspace_id')} AND d.sent > 0) AS "sendingDays",
      (SELECT coalesce(sum(o.delivered), 0)::int FROM health_hours o
       WHERE o.workspace_id = i.workspace_id AND ${only('o.workspace_id')}) AS delivered
    FROM ${i}`,
});

/**
 * Sums everything that is kept, not only the window: a sender who pauses on weekends has no seven sending days in a
 * row.
 */
async function countVolumes(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  standings: readonly WorkspaceKey[],
): Promise<ReadonlyMap<string, HealthVolume>> {
  if (standings.length === 0) return new Map();
  const rows = await ofEachWorkspace(db, standings, workspaceOf, async (some, form) => {
    const found = await client.query<WorkspaceKey & HealthVolume>(form(countAll)({ i: some }));
    return found.rows;
  });
  return new Map(rows.map((row) => [row.workspaceId, row]));
}
