import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { joinsByIndex } from '../../db/index-settings.ts';
import { statement } from '../../db/rows.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';
import { day, hour } from '../../ground/time/durations.ts';
import { healthCountLifetime, keptSince } from '../../retention/lifetimes.ts';
import { recordWebhooks } from '../../webhooks/record-webhooks.ts';
import { findDueHealth, settleDueHealth } from './due-health.ts';
import { updateHealth, type WorkspaceKey } from './update-health.ts';

/** A process looks at every workspace at its start and once in this time; milliseconds. */
const passEvery = hour;
/** Workspaces of such a pass that one sweep looks at, at most. */
const passedASweep = 500;
const hoursDroppedASweep = 500;
/** Time without an outcome after which only time can move the health of a workspace; milliseconds. */
const activeFor = 25 * hour;

/** A pass over all workspaces. */
export interface HealthPass {
  /** The last workspace that was looked at; null: no pass is under way. */
  readonly after: string | null;
  /** When the next pass begins, by `Clock.monotonic()`. */
  readonly nextAt: number;
}

declare module '../../context.ts' {
  interface Parts {
    readonly healthSweep: { pass: HealthPass };
  }
}

/**
 * Moves the health of workspaces by time or good outcomes: out of a pause, back from a throttle, up after enough
 * volume, or down once enough messages have ended to judge (docs/rules.md#health-sweep). Bounces and complaints move a
 * workspace at once, where they are recorded.
 */
export async function sweepHealth(app: App): Promise<void> {
  const limits = app.config.health;
  const sweep = async (client: Queryable) => {
    const now = app.clock.now();
    const from = new Date(now.getTime() - limits.windowDays * day);
    await client.query(
      `DELETE FROM health_hours WHERE (workspace_id, hour) IN (
         SELECT workspace_id, hour FROM health_hours WHERE judged = 2 AND hour < $1
         LIMIT ${hoursDroppedASweep})`,
      [keptSince(healthCountLifetime, now)],
    );
    const due = await findDueHealth(client, now, from);
    const { pass, passed } = await passOn(app, client);
    const ids = [...due.hours, ...due.days, ...due.standings].map(({ workspaceId }) => workspaceId);
    const movable = await findMovable(app, client, now, [...new Set([...ids, ...passed])]);
    const endpoints = await recordWebhooks(app, client, await updateHealth(app, client, movable));
    await settleDueHealth(app.db, client, due, from, limits);
    return { endpoints, pass };
  };
  // What is due is read by indexes, and joined with the workspaces that it names: without sorts, all would be walked.
  const swept = await oneAtATime(app.db, 'sweepHealth', sweep, maintenanceLimits, joinsByIndex);
  if (swept === null) return;
  // After the commit: a sweep that failed has looked at nobody.
  app.parts.healthSweep.pass = swept.pass;
  await app.wake.ask('webhooks', swept.endpoints);
}

/** The workspaces that the pass looks at in this sweep, and how far it has come with them. */
async function passOn(
  { parts, clock }: App,
  client: Queryable,
): Promise<{ readonly pass: HealthPass; readonly passed: readonly string[] }> {
  const { pass } = parts.healthSweep;
  const now = clock.monotonic();
  if (pass.after === null && now < pass.nextAt) return { pass, passed: [] };
  const { rows } = await client.query<{ id: string }>(
    `SELECT workspace_id AS id FROM workspace_health WHERE workspace_id > $1
     ORDER BY workspace_id LIMIT ${passedASweep}`,
    [pass.after ?? ''],
  );
  const passed = rows.map(({ id }) => id);
  const after = passed.length === passedASweep ? (passed.at(-1) ?? null) : null;
  return { pass: { after, nextAt: after === null ? now + passEvery : pass.nextAt }, passed };
}

const movable = statement({
  values: {
    ids: 'text[]',
    recoveredAt: 'timestamptz',
    activeSince: 'timestamptz',
    windowStart: 'timestamptz',
    bounces: 'int',
    complaints: 'int',
    sendingDays: 'int',
    delivered: 'int',
  },
  text: (v) => `
    SELECT h.platform_id AS "platformId", h.workspace_id AS "workspaceId"
    FROM unnest(${v.ids}) i (workspace_id)
    JOIN workspace_health h ON h.workspace_id = i.workspace_id
    JOIN workspaces w ON w.platform_id = h.platform_id AND w.id = h.workspace_id AND w.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT sum(c.hard_bounces) AS bounces, sum(c.complaints) AS complaints, sum(c.delivered) AS delivered
      FROM health_hours c
      WHERE c.workspace_id = h.workspace_id AND c.hour >= ${v.windowStart}
        AND EXISTS (SELECT FROM health_hours a WHERE a.workspace_id = h.workspace_id AND a.hour > ${v.activeSince})
    ) o
    WHERE CASE h.state
      WHEN 'paused' THEN h.since <= ${v.recoveredAt}
      WHEN 'throttled' THEN h.under_line_since IS NULL OR h.under_line_since <= ${v.recoveredAt}
        OR o.bounces >= ${v.bounces} OR o.complaints >= ${v.complaints}
      WHEN 'established' THEN o.bounces >= ${v.bounces} OR o.complaints >= ${v.complaints}
      WHEN 'ramping' THEN o.bounces >= ${v.bounces} OR o.complaints >= ${v.complaints} OR (o.delivered > 0
        AND (SELECT count(*) FROM sending_days d WHERE d.workspace_id = h.workspace_id AND d.sent > 0) >= ${v.sendingDays}
        AND (SELECT sum(a.delivered) FROM health_hours a WHERE a.workspace_id = h.workspace_id) >= ${v.delivered})
    END
    ORDER BY h.workspace_id`,
});

/** Those of the workspaces whose health may move now; they are judged under their locks. */
async function findMovable(
  app: App,
  client: Queryable,
  now: Date,
  ids: readonly string[],
): Promise<readonly WorkspaceKey[]> {
  if (ids.length === 0) return [];
  const { established, recoveryHours, throttle, windowDays } = app.config.health;
  const { rows } = await client.query<WorkspaceKey>(
    movable({
      ids,
      recoveredAt: new Date(now.getTime() - recoveryHours * hour),
      activeSince: new Date(now.getTime() - activeFor),
      windowStart: new Date(now.getTime() - windowDays * day),
      bounces: throttle.bounces,
      complaints: throttle.complaints,
      sendingDays: established.sendingDays,
      delivered: established.delivered,
    }),
  );
  return rows;
}
