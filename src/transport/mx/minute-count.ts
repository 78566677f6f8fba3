import { minute } from '../../ground/time/durations.ts';

/** Counts what happened within the last minute, by the share that the minute before still has of it. */
export interface MinuteCount {
  add(now: number): void;
  of(now: number): number;
}

export function createMinuteCount(): MinuteCount {
  let start = 0;
  let count = 0;
  let before = 0;
  const turn = (now: number) => {
    const passed = Math.floor((now - start) / minute);
    if (passed <= 0) return;
    before = passed === 1 ? count : 0;
    count = 0;
    start += passed * minute;
  };
  return {
    add(now) {
      turn(now);
      count += 1;
    },
    of(now) {
      turn(now);
      return count + before * (1 - (now - start) / minute);
    },
  };
}
