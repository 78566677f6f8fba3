/** The current time, injected everywhere, so that tests can move the time. No other file reads the machine's clock. */
export interface Clock {
  now(): Date;
  /** A time in milliseconds that nobody sets: for durations. It goes on while the process stands still. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };
