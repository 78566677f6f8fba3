/** A transaction that changes the partitions of a table: by one process at a time, and in nobody's way for long. */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';

/**
 * How long it waits for the table; milliseconds. Statements queue up behind it meanwhile. It gives up before PostgreSQL looks
 * for a deadlock, which it does after a second.
 */
const lockWait = 500;
/**
 * How long one of its statements may take, and how long its process may be silent between two; milliseconds. Statements on the
 * table wait meanwhile.
 */
const workMost = 1_000;
/** The same on a cluster, where a statement changes one shard after the other. */
const workMostOfCluster = 2_000;
/** How long it may have the table; milliseconds. PostgreSQL before 17 has no such limit. */
const heldMost = 3_000;
/** A transaction that has had the table for as long is not waited for: it may be a dump, and last for hours; milliseconds. */
const longHeld = 1_000;

const isHeldLong = `
  SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'relation' AND l.relation = ANY ($1::text[]::regclass[]) AND l.granted AND l.pid <> pg_backend_pid()
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    -- Autovacuum, which has no user, gives way to whoever waits.
    AND a.usesysid IS NOT NULL
    -- The beginning of another role's transaction may not be told.
    AND coalesce(a.xact_start < clock_timestamp() - make_interval(secs => ${longHeld / 1_000}), true)
  LIMIT 1`;

const limitsOf = (work: number) => `
  SELECT set_config(name, milliseconds, true)
  FROM (VALUES ('lock_timeout', '${lockWait}'), ('statement_timeout', '${work}'),
    ('idle_in_transaction_session_timeout', '${workMost}'), ('transaction_timeout', '${heldMost}')
  ) AS wanted (name, milliseconds) JOIN pg_settings USING (name)`;

export interface Altered {
  readonly table: string;
  /** A partition that is dropped. */
  readonly dropped?: string;
  /** What can be done before the table is locked; false: nothing is to be done. No other process changes partitions meanwhile. */
  readonly prepare?: (client: Queryable) => Promise<boolean>;
}

/**
 * Runs `work` while nobody else reads or writes the table. PostgreSQL locks the default partition and one that is dropped as
 * well. Whoever vacuums them or checks a constraint of theirs is waited for first, by a lock that holds up no reads and writes.
 * The table is waited for with that lock alone in hand, so that none of these is part of a deadlock for long. Returns null,
 * without a run, while another process changes partitions, a long transaction has the table, the partition is gone, or nothing is
 * to be done.
 */
export function altering<Result>(
  app: App,
  { table, dropped, prepare = async () => true }: Altered,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result | null> {
  const partitions = [`${table}_default`, ...(dropped === undefined ? [] : [dropped])];
  return oneAtATime(app.db, 'sweepPartitions', async (client) => {
    if (dropped !== undefined && !(await isThere(client, dropped))) return null;
    if ((await client.query(isHeldLong, [[table, ...partitions]])).rowCount !== 0) {
      app.log.info({ table }, 'partitions wait: a long transaction has the table');
      return null;
    }
    if (!(await prepare(client))) return null;
    await client.query(`LOCK TABLE ${partitions.join(', ')} IN SHARE UPDATE EXCLUSIVE MODE`);
    await client.query(limitsOf(app.db.isCluster() ? workMostOfCluster : workMost));
    await client.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
    return work(client);
  });
}

async function isThere(client: Queryable, partition: string): Promise<boolean> {
  return (await client.query('SELECT WHERE to_regclass($1) IS NOT NULL', [partition])).rowCount !== 0;
}
