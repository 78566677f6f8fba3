/**
 * Retries writes of facts that have already happened: the mail is gone, so a deadlock or an outage of the database must
 * not lose its outcome (docs/rules.md#known-outcomes).
 */
import type { Log } from '../../ground/log/log.ts';
import { isUnavailable } from '../connections/is-unavailable.ts';
import type { Db } from '../connections/pool.ts';

/**
 * Pauses between tries; milliseconds. The last one is repeated while the database cannot do the work. They begin anew
 * with each return of the database: the first tries after it may meet connections of the time before.
 */
const pauses = [50, 200, 1_000, 2_000, 5_000] as const;

interface RetryOptions {
  readonly log: Log;
  readonly db: Pick<Db, 'pause' | 'isAnswering'>;
  /** Errors that are thrown at once. */
  readonly unless?: (error: unknown) => boolean;
}

/**
 * Runs `write` until it succeeds. Tries again as soon as the database is back from an outage, and never gives up while
 * it cannot do the work; throws another error once the pauses are used up.
 */
export async function retryWrite<Result>(
  { log, db, unless = () => false }: RetryOptions,
  write: () => Promise<Result>,
): Promise<Result> {
  let faults = 0;
  for (let tries = 0; ; ) {
    try {
      return await write();
    } catch (error) {
      if (unless(error)) throw error;
      if (!isUnavailable(error)) faults += 1;
      if (faults > pauses.length) throw error;
      log.warn({ err: error }, 'writing a result failed; retrying');
      const isBack = await answersAfter(db, pauses[tries] ?? pauses[4]);
      tries = isBack ? 0 : tries + 1;
    }
  }
}

/** Waits so many milliseconds, or until the database comes back; whether it came back meanwhile. */
async function answersAfter(db: Pick<Db, 'pause' | 'isAnswering'>, pause: number): Promise<boolean> {
  const wasAnswering = db.isAnswering();
  await db.pause(pause);
  return !wasAnswering && db.isAnswering();
}
