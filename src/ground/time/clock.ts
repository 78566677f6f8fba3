/** The current time, injected everywhere, so that tests can move the time (docs/rules.md#one-clock). */
export interface Clock {
  /** In a service the time of its database (src/db/clock/database-clock.ts), so that all processes agree. */
  now(): Date;
  /** A time in milliseconds that nobody sets: for durations. It goes on while the process stands still. */
  monotonic(): number;
  /** The machine's own clock, which unlike `monotonic` goes on while the machine sleeps; absent: `now`. */
  wall?(): Date;
  /** False while the machine's clock is so wrong that the process takes no work; absent: true. */
  isSound?(): boolean;
}

export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };

/** Two clocks that differ by less agree, and a row dated ahead by less is as others are; milliseconds. */
export const clockTolerance = 5_000;
/** A process whose machine's clock differs by more does not start, and takes no work; milliseconds. */
export const clockWrongFrom = 60_000;
