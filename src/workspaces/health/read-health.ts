/** What the health of workspaces rests on, for consoles: the counts of the window, the volume, the mails of today. */

import type { HealthState } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { day } from '../../ground/time/durations.ts';
import { localDay } from '../../ground/time/local-day.ts';
import { countDays, type DayCounts } from './count-days.ts';
import { openStates, rampMails, throttledMails } from './day-allowance.ts';
import type { HealthCounts, HealthVolume } from './health-transitions.ts';

/** Workspaces of one platform. */
interface Workspaces {
  readonly platformId: string;
  readonly ids: readonly string[];
}

/** The real outcomes that decide about the health of a workspace (docs/rules.md#health-counts). */
export interface HealthWindow extends HealthCounts {
  /** The workspace. */
  readonly id: string;
  /** Start of the measured time: outcomes before do not count. */
  readonly since: Date;
  readonly volume: HealthVolume;
}

const windows = statement({
  values: { platformId: 'text', ids: 'text[]', from: 'timestamptz' },
  text: ({ platformId, ids, from }) => `
    SELECT h.workspace_id AS id, greatest(h.counts_since, ${from}) AS since,
           coalesce(c.ended, 0)::int AS ended, coalesce(c.delivered, 0)::int AS delivered,
           coalesce(c.hard_bounces, 0)::int AS "hardBounces", coalesce(c.complaints, 0)::int AS complaints,
           jsonb_build_object(
             'sendingDays', (SELECT count(*) FROM sending_days d WHERE d.workspace_id = h.workspace_id AND d.sent > 0),
             'delivered', (SELECT coalesce(sum(a.delivered), 0) FROM health_hours a WHERE a.workspace_id = h.workspace_id)
           ) AS volume
    FROM workspace_health h, LATERAL (
      SELECT sum(o.ended) AS ended, sum(o.delivered) AS delivered, sum(o.hard_bounces) AS hard_bounces,
             sum(o.complaints) AS complaints
      FROM health_hours o WHERE o.workspace_id = h.workspace_id AND o.hour >= greatest(h.counts_since, ${from})) c
    WHERE h.platform_id = ${platformId} AND h.workspace_id = ANY (${ids})`,
});

export async function readHealthWindows(app: App, { platformId, ids }: Workspaces): Promise<readonly HealthWindow[]> {
  const from = new Date(app.clock.now().getTime() - app.config.health.windowDays * day);
  const { rows } = await app.db.pool.query<HealthWindow>(windows({ platformId, ids, from }));
  return rows;
}

/** The real mails of a workspace's present day (docs/rules.md#day-caps). */
export interface HealthDay {
  /** The workspace. */
  readonly id: string;
  /** `2026-03-29`, in the workspace's time zone. */
  readonly day: string;
  /** Mails sent, and those that attempts under way have reserved. */
  readonly sent: number;
  /** Null: no cap. */
  readonly cap: number | null;
}

/** Reads the day of each workspace in two statements, however many workspaces there are. */
export async function readHealthDays(app: App, { platformId, ids }: Workspaces): Promise<readonly HealthDay[]> {
  const now = app.clock.now();
  const { rows } = await app.db.pool.query<{ id: string; state: HealthState; timezone: string }>(
    `SELECT h.workspace_id AS id, h.state, w.timezone FROM workspace_health h
     JOIN workspaces w ON w.platform_id = h.platform_id AND w.id = h.workspace_id
     WHERE h.platform_id = $1 AND h.workspace_id = ANY ($2)`,
    [platformId, ids],
  );
  const placed = rows.map(({ id, state, timezone }) => ({ id, state, day: localDay(timezone, now) }));
  const counts = await countDays(app, placed);
  return placed.map(({ id, state, day }) => {
    const { sent, before, usual } = counts.get(id) ?? { sent: 0, before: 0, usual: null };
    return { id, day, sent, cap: capOf(app, state, { before, usual }) };
  });
}

function capOf(app: App, state: HealthState, { before, usual }: Pick<DayCounts, 'before' | 'usual'>): number | null {
  if (state === 'paused') return 0;
  if (openStates(app).includes(state)) return null;
  const limits = app.config.health;
  const cap = state === 'throttled' ? throttledMails(limits, usual) : rampMails(limits, before);
  return Number.isFinite(cap) ? cap : null;
}
