import type { HealthState } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import type { HealthLimits } from '../../ground/config/health-limits.ts';
import { localDay } from '../../ground/time/local-day.ts';
import type { TurnKey } from '../../turns/jobs.ts';

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

/** Returns the mails of a day for a throttled workspace. `usual`: the median of its last sending days. */
export function throttledMails({ throttled: { share, floor } }: HealthLimits, usual: number | null): number {
  return Math.max(floor, Math.floor((usual ?? 0) * share));
}

/** Returns the mails of a day for a ramping workspace; no cap after the end of the list. */
export function rampMails({ rampDayCaps }: HealthLimits, sendingDaysBefore: number): number {
  return rampDayCaps[sendingDaysBefore] ?? Number.POSITIVE_INFINITY;
}

/** A share of the workspace's usual day. */
async function throttledCap(app: App, workspaceId: string, today: string): Promise<number> {
  const { usualDays } = app.config.health.throttled;
  const { rows } = await app.db.pool.query<{ readonly usual: number | null }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY sent) AS usual
     FROM (SELECT sent FROM sending_days WHERE workspace_id = $1 AND day < $2 AND sent > 0 ORDER BY day DESC LIMIT $3) d`,
    [workspaceId, today, usualDays],
  );
  return throttledMails(app.config.health, rows[0]?.usual ?? null);
}

/** The cap of today's number among the sending days. */
async function rampCap(app: App, workspaceId: string, today: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ readonly before: number }>(
    'SELECT count(*)::int AS before FROM sending_days WHERE workspace_id = $1 AND day < $2 AND sent > 0',
    [workspaceId, today],
  );
  return rampMails(app.config.health, rows[0]?.before ?? 0);
}
