/** The time, injected everywhere: tests move it, nothing else reads the machine's. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
