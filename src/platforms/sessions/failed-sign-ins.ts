/** Bounds failed sign-ins to the console, in this process (docs/rules.md#console-sign-in). */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ground/time/clock.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Failed sign-ins to the console, by the address of the connection. */
    readonly failedSignIns: FailedSignIns;
  }
}

/** Failed sign-ins from one address within the window. */
export const failedSignInsMax = 10;
/** Milliseconds, from the first failure. */
export const failedSignInsWindow = 5 * 60 * 1000;
/** Addresses remembered at once. */
const addressesKept = 10_000;

export interface FailedSignIns {
  /** Seconds until the address may try again; null while it may. */
  blockedFor(address: string): number | null;
  add(address: string): void;
}

interface Failures {
  readonly since: number;
  readonly count: number;
}

export function createFailedSignIns(clock: Clock): FailedSignIns {
  const failures = new LRUCache<string, Failures>({ max: addressesKept });
  const recent = (address: string): Failures | null => {
    const known = failures.get(address);
    return known && known.since + failedSignInsWindow > clock.now().getTime() ? known : null;
  };
  return {
    blockedFor(address) {
      const known = recent(address);
      if (known === null || known.count < failedSignInsMax) return null;
      return (known.since + failedSignInsWindow - clock.now().getTime()) / 1_000;
    },
    add(address) {
      const { since, count } = recent(address) ?? { since: clock.now().getTime(), count: 0 };
      failures.set(address, { since, count: count + 1 });
    },
  };
}
