/**
 * Times within which a stopped service ends (docs/rules.md#planned-stop); milliseconds from the signal. Each leaves the
 * next step its share of the grace.
 */
export interface StopTimes {
  /** For attempts and requests under way. */
  readonly work: number;
  /** For the service: what it still writes, and its connections. */
  readonly service: number;
  /** After which a supervisor kills a process that was told to stop. */
  readonly kill: number;
  /** For the process, also when a part hangs. */
  readonly whole: number;
}

/** Longest shares for what follows the work: the settling, the connections, the exit. */
const settling = 2_000;
const leaving = 500;

/** `grace`: `STOP_GRACE`. */
export function stopTimesOf(grace: number): StopTimes {
  const left = Math.min(grace / 4, settling);
  const last = Math.min(grace / 20, leaving);
  return { work: grace - left - 2 * last, service: grace - 2 * last, kill: grace - last, whole: grace };
}

/** Time for the embedded database and inbox of a local run to stop, after the service; milliseconds. */
export const localStopTime = 10_000;

export function timePassed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

/** Resolves when the work ends, or after so many milliseconds. */
export function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, timePassed(milliseconds)]);
}
