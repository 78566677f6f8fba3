import type { HealthState } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { localDay } from './local-day.ts';

/** How much real mail a workspace may send today, by its health (docs/rules.md#day-caps). */
export type DayAllowance =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' }
  /** `day` is a day of the workspace; `state` is the health state with this cap. */
  | { readonly kind: 'capped'; readonly cap: number; readonly day: string; readonly state: HealthState };

/** The health states without a cap in this configuration. */
export function openStates(app: App): readonly HealthState[] {
  return app.config.health.rampDayCaps.length === 0 ? ['ramping', 'established'] : ['established'];
}

export async function readDayAllowance(app: App, { platformId, id }: TurnKey): Promise<DayAllowance> {
  const { rows } = await app.db.pool.query<{ readonly state: HealthState; readonly timezone: string }>({
    name: 'read-health-state',
    text: `SELECT h.state, w.timezone FROM workspace_health h
           JOIN workspaces w ON w.platform_id = h.platform_id AND w.id = h.workspace_id
           WHERE h.platform_id = $1 AND h.workspace_id = $2`,
    values: [platformId, id],
  });
  const [health] = rows;
  if (!health || health.state === 'paused') return { kind: 'closed' };
  const { state } = health;
  if (openStates(app).includes(state)) return { kind: 'open' };
  const day = localDay(health.timezone, app.clock.now());
  const cap = state === 'throttled' ? await throttledCap(app, id, day) : await rampCap(app, id, day);
  return { kind: 'capped', cap, day, state };
}

/** A share of the workspace's usual day: the median of its last sending days. */
async function throttledCap(app: App, workspaceId: string, today: string): Promise<number> {
  const { usualDays } = app.config.health.throttled;
  const { rows } = await app.db.pool.query<{ readonly usual: number | null }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY sent) AS usual
     FROM (SELECT sent FROM sending_days WHERE workspace_id = $1 AND day < $2 AND sent > 0 ORDER BY day DESC LIMIT $3) d`,
    [workspaceId, today, usualDays],
  );
  return throttledCapOf(app, rows[0]?.usual ?? 0);
}

/** @param usual Median of the mails of a sending day. */
export function throttledCapOf(app: App, usual: number): number {
  const { share, floor } = app.config.health.throttled;
  return Math.max(floor, Math.floor(usual * share));
}

/** The cap of today's number among the sending days; no cap after the end of the list. */
async function rampCap(app: App, workspaceId: string, today: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ readonly before: number }>(
    'SELECT count(*)::int AS before FROM sending_days WHERE workspace_id = $1 AND day < $2 AND sent > 0',
    [workspaceId, today],
  );
  return rampCapOf(app, rows[0]?.before ?? 0);
}

/** @param before Number of earlier sending days. */
export function rampCapOf(app: App, before: number): number {
  return app.config.health.rampDayCaps[before] ?? Number.POSITIVE_INFINITY;
}
