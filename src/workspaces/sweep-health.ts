import type { App } from '../context.ts';
import { oneAtATime } from '../db/one-at-a-time.ts';
import type { Queryable } from '../db/pool.ts';
import { statement } from '../db/rows.ts';
import { day, hour } from '../ground/durations.ts';
import { healthCountLifetime, keptSince } from '../retention/lifetimes.ts';
import type { SweepPosition } from '../turns/sweep-position.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { updateHealth, type WorkspaceKey } from './update-health.ts';

declare module '../context.ts' {
  interface Parts {
    readonly healthSweep: SweepPosition;
  }
}

/** Workspaces judged in one sweep, at most; the next sweep continues after the last of them. */
const workspacesASweep = 500;
const hoursDroppedASweep = 500;
/** Time without an outcome after which only time can move the health of a workspace; milliseconds. */
const activeFor = 25 * hour;

/**
 * Moves the health of workspaces by time or good outcomes: out of a pause, back from a throttle, up after enough
 * volume, or down once enough messages have ended to judge. Bounces and complaints move a workspace at once, where they
 * are recorded.
 */
export async function sweepHealth(app: App): Promise<void> {
  // Many workspaces may be judged repeatedly without moving.
  const position = app.parts.healthSweep;
  const endpoints = await oneAtATime(app.db, 'sweepHealth', async (client) => {
    const now = app.clock.now();
    await client.query(
      `DELETE FROM health_hours WHERE (workspace_id, hour) IN (
         SELECT workspace_id, hour FROM health_hours WHERE hour < $1
         LIMIT ${hoursDroppedASweep})`,
      [keptSince(healthCountLifetime, now)],
    );
    const movable = await findMovable(app, client, now, position.after);
    const last = movable.length === workspacesASweep ? movable.at(-1) : undefined;
    position.after = last?.workspaceId ?? '';
    return recordWebhooks(app, client, await updateHealth(app, client, movable));
  });
  await app.wake.ask('webhooks', endpoints ?? []);
}

const movable = statement({
  values: {
    recoveredAt: 'timestamptz',
    activeSince: 'timestamptz',
    windowStart: 'timestamptz',
    bounces: 'int',
    complaints: 'int',
    sendingDays: 'int',
    delivered: 'int',
    after: 'text',
  },
  text: (v) => `
    SELECT h.platform_id AS "platformId", h.workspace_id AS "workspaceId"
    FROM workspace_health h
    JOIN workspaces w ON w.platform_id = h.platform_id AND w.id = h.workspace_id AND w.deleted_at IS NULL
    LEFT JOIN (
      SELECT workspace_id, sum(hard_bounces) AS bounces, sum(complaints) AS complaints, sum(delivered) AS delivered
      FROM health_hours
      WHERE workspace_id IN (SELECT workspace_id FROM health_hours WHERE hour > ${v.activeSince})
        AND hour > ${v.windowStart}
      GROUP BY 1
    ) o ON o.workspace_id = h.workspace_id
    WHERE h.workspace_id > ${v.after} AND CASE h.state
      WHEN 'paused' THEN h.since <= ${v.recoveredAt}
      WHEN 'throttled' THEN h.under_line_since IS NULL OR h.under_line_since <= ${v.recoveredAt}
        OR o.bounces >= ${v.bounces} OR o.complaints >= ${v.complaints}
      WHEN 'established' THEN o.bounces >= ${v.bounces} OR o.complaints >= ${v.complaints}
      WHEN 'ramping' THEN o.bounces >= ${v.bounces} OR o.complaints >= ${v.complaints} OR (o.delivered > 0
        AND (SELECT count(*) FROM sending_days d WHERE d.workspace_id = h.workspace_id AND d.sent > 0) >= ${v.sendingDays}
        AND (SELECT sum(a.delivered) FROM health_hours a WHERE a.workspace_id = h.workspace_id) >= ${v.delivered})
    END
    ORDER BY h.workspace_id LIMIT ${workspacesASweep}`,
});

async function findMovable(app: App, client: Queryable, now: Date, after: string): Promise<readonly WorkspaceKey[]> {
  const { established, recoveryHours, throttle, windowDays } = app.config.health;
  const { rows } = await client.query<WorkspaceKey>(
    movable({
      recoveredAt: new Date(now.getTime() - recoveryHours * hour),
      activeSince: new Date(now.getTime() - activeFor),
      windowStart: new Date(now.getTime() - windowDays * day),
      bounces: throttle.bounces,
      complaints: throttle.complaints,
      sendingDays: established.sendingDays,
      delivered: established.delivered,
      after,
    }),
  );
  return rows;
}
