/** What the health of workspaces rests on, for consoles: the counts of the window, the volume, the mails of today. */
import type { HealthState } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { openStates, rampMails, throttledMails } from './day-allowance.ts';
import type { HealthCounts, HealthVolume } from './health-transitions.ts';
import { localDay } from './local-day.ts';

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
  const from = new Date(app.clock.now().getTime() - app.config.health.windowDays * 86_400_000);
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

interface Placed {
  readonly id: string;
  readonly state: HealthState;
  readonly day: string;
}

const dayFacts = statement({
  rows: { i: rowsOf<Placed>({ workspace_id: ['text', ({ id }) => id], day: ['date', ({ day }) => day] }) },
  values: { usualDays: 'int' },
  text: ({ i, usualDays }) => `
    SELECT i.workspace_id AS id,
           coalesce((SELECT d.sent FROM sending_days d WHERE d.workspace_id = i.workspace_id AND d.day = i.day), 0) AS sent,
           (SELECT count(*)::int FROM sending_days b
            WHERE b.workspace_id = i.workspace_id AND b.day < i.day AND b.sent > 0) AS before,
           (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY u.sent)
            FROM (SELECT sent FROM sending_days l WHERE l.workspace_id = i.workspace_id AND l.day < i.day AND l.sent > 0
                  ORDER BY l.day DESC LIMIT ${usualDays}) u) AS usual
    FROM ${i}`,
});

interface DayFacts {
  readonly id: string;
  readonly sent: number;
  readonly before: number;
  readonly usual: number | null;
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
  const placed = rows.map(({ id, state, timezone }): Placed => ({ id, state, day: localDay(timezone, now) }));
  const { usualDays } = app.config.health.throttled;
  const found = await app.db.pool.query<DayFacts>(dayFacts({ i: placed, usualDays }));
  const facts = new Map(found.rows.map((row) => [row.id, row]));
  return placed.map(({ id, state, day }) => {
    const { sent, before, usual } = facts.get(id) ?? { sent: 0, before: 0, usual: null };
    return { id, day, sent, cap: capOf(app, state, { before, usual }) };
  });
}

function capOf(app: App, state: HealthState, { before, usual }: Pick<DayFacts, 'before' | 'usual'>): number | null {
  if (state === 'paused') return 0;
  if (openStates(app).includes(state)) return null;
  const limits = app.config.health;
  const cap = state === 'throttled' ? throttledMails(limits, usual) : rampMails(limits, before);
  return Number.isFinite(cap) ? cap : null;
}
