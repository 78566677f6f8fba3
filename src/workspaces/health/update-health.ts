import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { statement } from '../../db/rows.ts';
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
  const standings = await lockStandings(client, workspaces);
  const counts = await countWindow(client, standings, new Date(now.getTime() - limits.windowDays * day));
  const volumes = await countVolumes(
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
    causes.push(...(await applyVerdict(client, standing, verdict, now)));
  }
  return causes;
}

/** Locks the workspaces' health, always in the same order; deleted workspaces have none. */
export async function lockStandings(
  client: Queryable,
  workspaces: readonly WorkspaceKey[],
): Promise<readonly StandingRow[]> {
  const { rows } = await client.query<StandingRow>(
    `SELECT h.platform_id AS "platformId", h.workspace_id AS "workspaceId", h.state, h.since,
       h.recovers_to AS "recoversTo", h.under_line_since AS "underLineSince"
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS i (platform_id, workspace_id)) i
     JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id
     JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.deleted_at IS NULL
     ORDER BY h.workspace_id FOR NO KEY UPDATE OF h`,
    [workspaces.map(({ platformId }) => platformId), workspaces.map(({ workspaceId }) => workspaceId)],
  );
  return rows;
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
  text: (v) => `
    WITH moved AS (
      UPDATE workspace_health
      SET state = ${v.state}, reason = ${v.reason}, since = ${v.now}, recovers_to = ${v.recoversTo},
          under_line_since = ${v.underLineSince}, judge_at = ${v.now},
          counts_since = CASE WHEN ${v.countsAnew} THEN ${v.now} ELSE counts_since END
      WHERE platform_id = ${v.platformId} AND workspace_id = ${v.workspaceId}
      RETURNING platform_id, workspace_id, state, reason, since
    ), kept AS (
      INSERT INTO health_changes (platform_id, workspace_id, id, from_state, to_state, reason, at)
      SELECT platform_id, workspace_id, ${v.changeId}, ${v.was}, state, reason, since FROM moved
    ), ${feedSql({
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
        moveState({
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

async function countWindow(
  client: Queryable,
  standings: readonly WorkspaceKey[],
  from: Date,
): Promise<ReadonlyMap<string, HealthCounts>> {
  const { rows } = await client.query<{ readonly workspaceId: string } & HealthCounts>(
    `SELECT h.workspace_id AS "workspaceId", sum(o.ended)::int AS ended, sum(o.delivered)::int AS delivered,
       sum(o.hard_bounces)::int AS "hardBounces", sum(o.complaints)::int AS complaints
     FROM unnest($1::text[], $2::text[]) AS i (platform_id, workspace_id)
     JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id
     JOIN health_hours o ON o.workspace_id = i.workspace_id AND o.hour >= greatest(h.counts_since, $3)
     GROUP BY 1`,
    [standings.map(({ platformId }) => platformId), standings.map(({ workspaceId }) => workspaceId), from],
  );
  return new Map(rows.map((row) => [row.workspaceId, row]));
}

/**
 * Sums everything that is kept, not only the window: a sender who pauses on weekends has no seven sending days in a
 * row.
 */
async function countVolumes(
  client: Queryable,
  standings: readonly WorkspaceKey[],
): Promise<ReadonlyMap<string, HealthVolume>> {
  if (standings.length === 0) return new Map();
  const { rows } = await client.query<{ readonly workspaceId: string } & HealthVolume>(
    `SELECT i.workspace_id AS "workspaceId",
       (SELECT count(*)::int FROM sending_days d WHERE d.workspace_id = i.workspace_id AND d.sent > 0) AS "sendingDays",
       (SELECT coalesce(sum(o.delivered), 0)::int FROM health_hours o WHERE o.workspace_id = i.workspace_id) AS delivered
     FROM unnest($1::text[]) AS i (workspace_id)`,
    [standings.map(({ workspaceId }) => workspaceId)],
  );
  return new Map(rows.map((row) => [row.workspaceId, row]));
}
