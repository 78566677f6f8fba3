/**
 * Time limits of PostgreSQL's work, locks and idle transactions (docs/rules.md#database-time-limits); milliseconds
 * throughout. A locked row or a lost caller can then not keep a connection.
 */

export interface TimeLimits {
  /** For one statement; PostgreSQL then cancels the statement (57014). */
  readonly statement: number;
  /** For one lock that another transaction holds (55P03). */
  readonly lock: number;
  /** For a transaction whose next statement does not come; PostgreSQL then ends the connection (25P03). */
  readonly idle: number;
}

/** Requests, and the worker's turns. */
export const requestLimits: TimeLimits = { statement: 15_000, lock: 3_000, idle: 15_000 };

/** Sweeps, purges, erasures and statistics: batches over large tables, for which no request waits. */
export const maintenanceLimits: TimeLimits = { statement: 600_000, lock: 10_000, idle: 60_000 };

/** pg-boss: its own migrations and its housekeeping run on the connections that also fetch jobs. */
export const queueLimits: TimeLimits = { statement: 600_000, lock: 30_000, idle: 60_000 };

/**
 * A batch with work of several platforms. A locked row of one platform delays the others by at most this; the batch is
 * then divided by platform.
 */
export const sharedBatchLimits: TimeLimits = { ...requestLimits, lock: 200 };

/** No limits: a migration may write an index on a large table for hours. */
export const noLimits: TimeLimits = { statement: 0, lock: 0, idle: 0 };

/** The limits as PostgreSQL's SET takes them. */
export function assignments({ statement, lock, idle }: TimeLimits): readonly string[] {
  return [
    `statement_timeout = ${statement}`,
    `lock_timeout = ${lock}`,
    `idle_in_transaction_session_timeout = ${idle}`,
  ];
}
