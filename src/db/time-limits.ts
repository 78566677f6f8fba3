/**
 * How long the service lets PostgreSQL work, wait and idle; milliseconds throughout. One statement, one lock and one
 * transaction without a next statement each have a limit, so that a locked row or a lost caller cannot keep a
 * connection. May import nothing.
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

/** Sweeps, purges, erasures and statistics: batches over large tables, which no request waits for. */
export const maintenanceLimits: TimeLimits = { statement: 600_000, lock: 10_000, idle: 60_000 };

/** pg-boss: its own migrations and its housekeeping run over the connections that also fetch jobs. */
export const queueLimits: TimeLimits = { statement: 600_000, lock: 30_000, idle: 60_000 };

/**
 * A batch that carries the work of several platforms. A locked row of one of them then delays the others by at most
 * this; the batch is divided by platform afterwards.
 */
export const sharedBatchLimits: TimeLimits = { ...requestLimits, lock: 200 };

/**
 * The first statement of a connection. Startup parameters (`options=-c …`, or `statement_timeout` as node-postgres
 * sends it) are rejected by PgBouncer, a statement passes every pooler. A pooler of transactions may run the next
 * transaction on another server connection, so a transaction says its limits again (`beginTransaction`).
 */
export function forSession(limits: TimeLimits): string {
  return assignments(limits)
    .map((assignment) => `SET ${assignment}`)
    .join('; ');
}

/** Begins a transaction with limits of its own, in one message. */
export function beginTransaction(limits: TimeLimits): string {
  return ['BEGIN', ...assignments(limits).map((assignment) => `SET LOCAL ${assignment}`)].join('; ');
}

function assignments({ statement, lock, idle }: TimeLimits): readonly string[] {
  return [
    `statement_timeout = ${statement}`,
    `lock_timeout = ${lock}`,
    `idle_in_transaction_session_timeout = ${idle}`,
  ];
}
