/** The current time, injected everywhere, so that tests can move the time. No other file reads the machine's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
