import type { HealthState } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { localDay } from '../../ground/time/local-day.ts';
import { countDays } from './count-days.ts';
import { type DayAllowance, openStates, rampMails, throttledMails } from './day-allowance.ts';

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
  const counts = await countDays(app, capped);
  return new Map(
    places.map(({ id, state }): [string, UsedAllowance] => {
      if (state === 'paused') return [id, { allowance: { kind: 'closed' }, sentToday: 0 }];
      const day = capped.find((place) => place.id === id)?.day;
      if (day === undefined) return [id, { allowance: { kind: 'open' }, sentToday: 0 }];
      const { usual = null, before = 0, sent: sentToday = 0 } = counts.get(id) ?? {};
      const cap =
        state === 'throttled' ? throttledMails(app.config.health, usual) : rampMails(app.config.health, before);
      return [id, { allowance: { kind: 'capped', cap, day, state }, sentToday }];
    }),
  );
}
