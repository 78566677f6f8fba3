import type { Clock } from '../../src/clock.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  /** Milliseconds. */
  advance(ms: number): void;
  set(date: Date): void;
}

export function createTestClock(start: Date = new Date('2026-03-02T09:00:00.000Z')): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
    set(date) {
      time = date.getTime();
    },
  };
}
