/**
 * How each connection of the service begins (docs/rules.md#session-settings): with every setting of PostgreSQL that
 * changes what a statement means or how a value looks, and with time limits. A server, a database or a role may have
 * any of them otherwise.
 *
 * Three settings are left to the operator: `default_transaction_read_only` (hosts set it when a disk is full; writes are
 * then 503), `synchronous_commit` (what a crash may lose) and `lc_messages` (only a superuser may set it, so nothing
 * reads the texts of PostgreSQL's errors).
 */
import { assignments, type TimeLimits } from './time-limits.ts';

/** An advisory lock: held while migrating and while the first start marks the database, so that processes take turns. */
export const migrationLock = 7_461_002;

interface Setting {
  readonly name: string;
  readonly value: string;
  /**
   * Whether a transaction says it again behind a pooler of transactions. The others are those that poolers follow for
   * each client, since PostgreSQL reports their changes, and those that bear on time alone.
   */
  readonly repeated: boolean;
}

const setting = (name: string, value: string, repeated = true): Setting => ({ name, value, repeated });

/** The schema of our tables: the only one that Prisma's statements name. */
const schema = 'public';
/** Of each statement, of those that stand alone too: rows are locked and read again, which the higher levels refuse. */
const isolation = 'read committed';

const settings: readonly Setting[] = [
  // Prisma takes every time that it reads for UTC, and writes times without a zone.
  setting('TimeZone', `'UTC'`, false),
  // The driver reads dates in this form alone.
  setting('DateStyle', `'ISO, YMD'`, false),
  setting('IntervalStyle', `'postgres'`, false),
  setting('standard_conforming_strings', 'on', false),
  setting('search_path', schema),
  setting('default_transaction_isolation', `'${isolation}'`),
  setting('bytea_output', `'hex'`),
  // All digits of a number.
  setting('extra_float_digits', '1'),
  // Else the driver's NULL in an array is a text of four letters.
  setting('array_nulls', 'on'),
  setting('transform_null_equals', 'off'),
  // A policy that hides rows of ours is an error: a list of suppressions must not look empty.
  setting('row_security', 'off'),
  // Compiling costs a short statement more than it takes, and a statement of one platform has one processor.
  setting('jit', 'off', false),
  setting('max_parallel_workers_per_gather', '0', false),
  setting('plan_cache_mode', `'auto'`, false),
  // Notices would be read by nobody.
  setting('client_min_messages', `'warning'`, false),
  setting('exit_on_error', 'off', false),
  // Idle connections are kept as long as this process wants.
  setting('idle_session_timeout', '0', false),
];

/** PostgreSQL 17 brought it. The limits of time-limits.ts are for each statement. */
const withoutTransactionTimeout =
  `SELECT pg_catalog.set_config('transaction_timeout', '0', false) ` +
  `WHERE pg_catalog.current_setting('transaction_timeout', true) IS NOT NULL`;

/**
 * The first statement of a connection. PgBouncer rejects startup parameters (`options=-c …`, or `statement_timeout` as
 * node-postgres sends it), while a statement passes every pooler.
 */
export function forSession(limits: TimeLimits): string {
  const ours = settings.map(({ name, value }) => `SET ${name} = ${value}`);
  return [...ours, ...assignments(limits).map((assignment) => `SET ${assignment}`), withoutTransactionTimeout].join(
    '; ',
  );
}

/**
 * Begins a transaction with limits and further settings of its own, in one message. `isPooled`: a pooler of transactions
 * may run this one on another server connection than the first statement, so it says the settings again; a statement
 * outside of transactions has those of the role (check-pooled-settings.ts).
 */
export function beginTransaction(limits: TimeLimits, further: readonly string[] = [], isPooled = false): string {
  const again = isPooled ? settings.filter(({ repeated }) => repeated) : [];
  const local = [...again.map(({ name, value }) => `${name} = ${value}`), ...assignments(limits), ...further];
  return [`BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`, ...local.map((each) => `SET LOCAL ${each}`)].join('; ');
}
