/**
 * Retries writes of facts that have already happened: the mail is gone, so a deadlock or an outage of the database must
 * not lose its outcome (docs/rules.md#known-outcomes).
 */
import type { Log } from '../ground/log.ts';
import { isUnavailable } from './is-unavailable.ts';
import type { Db } from './pool.ts';

/** Pauses between tries; milliseconds. The last one is repeated while the database cannot do the work. */
const pauses = [50, 200, 1_000, 2_000, 5_000] as const;

interface RetryOptions {
  readonly log: Log;
  readonly db: Pick<Db, 'pause'>;
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
  for (let tries = 0; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (unless(error)) throw error;
      if (!isUnavailable(error)) faults += 1;
      if (faults > pauses.length) throw error;
      log.warn({ err: error }, 'writing a result failed; retrying');
      await db.pause(pauses[tries] ?? pauses[4]);
    }
  }
}
