import type { Clock } from '../../src/ground/time/clock.ts';

/** A clock that stands still until it is moved; its monotonic time passes besides. */
export interface TestClock extends Clock {
  /** Milliseconds. */
  advance(ms: number): void;
  set(date: Date): void;
}

export function createTestClock(start: Date = new Date('2026-03-02T09:00:00.000Z')): TestClock {
  let time = start.getTime();
  let moved = 0;
  return {
    now: () => new Date(time),
    monotonic: () => performance.now() + moved,
    advance(ms) {
      time += ms;
      moved += Math.max(0, ms);
    },
    set(date) {
      time = date.getTime();
    },
  };
}
