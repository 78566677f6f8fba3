/**
 * Retries writes of facts that have already happened: the mail is gone, so a deadlock or a restart of the database must
 * not lose its outcome.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** Pauses between tries; milliseconds. Together longer than a restart of PostgreSQL. */
const pauses = [50, 200, 1_000, 2_000, 5_000, 10_000, 10_000];

interface RetryOptions {
  /** Errors that are thrown at once. */
  readonly unless?: (error: unknown) => boolean;
}

/** Runs `write` until it succeeds or the pauses are used up; then throws the last error. */
export async function retryWrite<Result>(
  log: Log,
  write: () => Promise<Result>,
  { unless = () => false }: RetryOptions = {},
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await write();
    } catch (error) {
      if (unless(error)) throw error;
      log.warn({ err: error }, 'writing a result failed; retrying');
      await wait(pause);
    }
  }
  return write();
}
