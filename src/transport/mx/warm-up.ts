/**
 * A new address sends little at first (docs/rules.md#warm-up): so many mails a day to each provider, more from day to day.
 * Days are those of UTC.
 */

import type { Clock } from '../../ground/time/clock.ts';
import { day, minute } from '../../ground/time/durations.ts';
import type { ExchangerWait } from './exchanger-wait.ts';

/** Mails that a process reserves of a day at once. Those that it does not send are lost for the day. */
const reservedAtOnce = 10;
/** Time over which mail comes back on the next day; milliseconds. */
const spreadMs = 10 * minute;
/** Wait while the database does not say how many are left; milliseconds. */
const unknownMs = 10_000;

export interface WarmUp {
  /** The wait of a provider whose mails of today are known to be used. */
  wait(provider: string): ExchangerWait | null;
  /** Takes one mail of today's; the wait where none is left. */
  take(provider: string): Promise<ExchangerWait | null>;
}

export interface WarmUpOptions {
  /** The first day of the address. */
  readonly since: Date;
  /** Mails of the first day, the second and so on. */
  readonly ramp: readonly number[];
  readonly clock: Clock;
  /** Reserves up to `mails` of a day's `most` for this process, and returns how many it got. */
  readonly reserve: (asked: Reservation) => Promise<number>;
}

export interface Reservation {
  readonly provider: string;
  /** Such as `2026-03-29`. */
  readonly day: string;
  readonly mails: number;
  readonly most: number;
}

export function createWarmUp({ since, ramp, clock, reserve }: WarmUpOptions): WarmUp {
  /** What is left of each provider's reservation of today. */
  const left = new Map<string, number>();
  /** Providers that have had all mails of today. */
  const used = new Set<string>();
  const reserving = new Map<string, Promise<void>>();
  let today = '';

  /** Returns the mails of today; null: any number. */
  function turnDay(): number | null {
    const now = clock.now();
    const date = now.toISOString().slice(0, 10);
    if (date !== today) {
      left.clear();
      used.clear();
    }
    today = date;
    return ramp[Math.max(0, Math.floor((now.getTime() - since.getTime()) / day))] ?? null;
  }

  function untilTomorrow(provider: string): ExchangerWait {
    const until = new Date(Math.floor(clock.now().getTime() / day) * day + day);
    return { reason: 'warm_up', provider, until, spreadMs };
  }

  async function reserveMore(provider: string, most: number): Promise<void> {
    const asked = today;
    const got = await reserve({ provider, day: asked, mails: reservedAtOnce, most });
    if (asked !== today) return;
    if (got === 0) used.add(provider);
    else left.set(provider, (left.get(provider) ?? 0) + got);
  }

  /** Mails that come meanwhile wait for the same reservation. */
  function reserveOnce(provider: string, most: number): Promise<void> {
    const running = reserving.get(provider) ?? reserveMore(provider, most).finally(() => reserving.delete(provider));
    reserving.set(provider, running);
    return running;
  }

  return {
    wait: (provider) => (turnDay() !== null && used.has(provider) ? untilTomorrow(provider) : null),
    async take(provider) {
      for (let most = turnDay(); most !== null; most = turnDay()) {
        const rest = left.get(provider) ?? 0;
        if (rest > 0) {
          left.set(provider, rest - 1);
          return null;
        }
        if (used.has(provider)) return untilTomorrow(provider);
        try {
          // It has some then, or the day's are used.
          await reserveOnce(provider, most);
        } catch {
          const until = new Date(clock.now().getTime() + unknownMs);
          return { reason: 'warm_up', provider, until, spreadMs: unknownMs };
        }
      }
      return null;
    },
  };
}
