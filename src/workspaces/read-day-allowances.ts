import type { HealthState } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { type DayAllowance, openStates, rampMails, throttledMails } from './day-allowance.ts';
import { localDay } from './local-day.ts';

/** A workspace with the state of its health. */
export interface HealthyPlace {
  readonly id: string;
  readonly timezone: string;
  readonly state: HealthState;
}

/** What a workspace may send today, and what it has begun to send. */
export interface UsedAllowance {
  readonly allowance: DayAllowance;
  /** Real mails of the day of `allowance`; 0 without a cap. */
  readonly sentToday: number;
}

interface DayOf {
  readonly id: string;
  /** Such as `2026-03-29`. */
  readonly day: string;
}

interface DayCounts {
  readonly id: string;
  readonly usual: number | null;
  readonly before: number;
  readonly sentToday: number;
}

const countDays = statement({
  rows: { i: rowsOf<DayOf>({ id: ['text', ({ id }) => id], day: ['date', ({ day }) => day] }) },
  values: { usualDays: 'int' },
  text: ({ i, usualDays }) => `
    SELECT i.id,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY u.sent) FROM (
         SELECT d.sent FROM sending_days d WHERE d.workspace_id = i.id AND d.day < i.day AND d.sent > 0
         ORDER BY d.day DESC LIMIT ${usualDays}) u) AS usual,
      (SELECT count(*)::int FROM sending_days d WHERE d.workspace_id = i.id AND d.day < i.day AND d.sent > 0) AS before,
      coalesce((SELECT d.sent FROM sending_days d WHERE d.workspace_id = i.id AND d.day = i.day), 0) AS "sentToday"
    FROM ${i}`,
});

/** Returns by workspace id what `readDayAllowance` returns for each workspace, in one statement for all. */
export async function readDayAllowances(
  app: App,
  places: readonly HealthyPlace[],
): Promise<ReadonlyMap<string, UsedAllowance>> {
  const open = openStates(app);
  const now = app.clock.now();
  const capped = places
    .filter(({ state }) => state !== 'paused' && !open.includes(state))
    .map((place) => ({ ...place, day: localDay(place.timezone, now) }));
  const { usualDays } = app.config.health.throttled;
  const { rows } = await app.db.pool.query<DayCounts>(countDays({ i: capped, usualDays }));
  const counts = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    places.map(({ id, state }): [string, UsedAllowance] => {
      if (state === 'paused') return [id, { allowance: { kind: 'closed' }, sentToday: 0 }];
      const day = capped.find((place) => place.id === id)?.day;
      if (day === undefined) return [id, { allowance: { kind: 'open' }, sentToday: 0 }];
      const { usual = null, before = 0, sentToday = 0 } = counts.get(id) ?? {};
      const cap =
        state === 'throttled' ? throttledMails(app.config.health, usual) : rampMails(app.config.health, before);
      return [id, { allowance: { kind: 'capped', cap, day, state }, sentToday }];
    }),
  );
}
