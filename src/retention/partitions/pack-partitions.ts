/**
 * Writes the indexes of a partition anew once its time is over (docs/rules.md#packed-partitions). One that begins with the
 * workspace has pages that are half empty, and no new rows will fill them.
 */
import pg from 'pg';
import type { App } from '../../context.ts';
import { connectionTo } from '../../db/connections/connection-to.ts';
import { forSession } from '../../db/connections/session-settings.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { day } from '../../ground/time/durations.ts';
import { type PartitionedTable, partitionedTables } from './partitioned-tables.ts';
import { readPartitionsOf } from './read-partitions-of.ts';

/** How long a partition rests after its time: its mail has ended by then, but for what leaves later; milliseconds. */
const restsFor = 4 * day;
/** Smaller indexes are left as they are; bytes. */
const worthBytes = 131_072;
/** The number of its lock is the same in every version. */
const lock = 7_461_052;
/** An index that is built beside writes waits for all transactions that are older: with one of so many seconds it is not begun. */
const longTransaction = 10;

interface Packed {
  readonly table: PartitionedTable;
  readonly partition: string;
  /** The end of its time, as which the progress of its table is stored. */
  readonly to: Date;
}

/** Packs the next partition, by one process at a time. Returns whether there may be more. */
export async function packPartitions(app: App): Promise<boolean> {
  if (app.clock.isSound?.() === false || app.db.isCluster()) return false;
  const next = await nextPartition(app);
  if (next === null || (await hasLongTransaction(app))) return false;
  // A connection of its own: such a statement is no part of a transaction, and takes longer than others may.
  const client = new pg.Client({
    ...connectionTo(app.config.databaseListenUrl ?? app.db.url),
    application_name: 'tidings',
  });
  client.on('error', (error) => app.log.warn({ err: error }, 'a connection broke while a partition was packed'));
  await client.connect();
  try {
    await client.query(forSession(maintenanceLimits));
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [lock]);
    if (!rows[0]?.mine) return false;
    await pack(client, next);
    await noteDone(app, next);
  } finally {
    await client.end();
  }
  app.log.info({ partition: next.partition }, 'partition packed: its indexes were written anew');
  return true;
}

const markOf = ({ name }: PartitionedTable) => `packed ${name}`;

/** The oldest partition that has had its rest and is not packed. */
async function nextPartition(app: App): Promise<Packed | null> {
  const rested = app.clock.now().getTime() - restsFor;
  const { rows: marks } = await app.db.pool.query<{ purge: string; until: Date }>(
    'SELECT purge, done_until AS until FROM retention_marks WHERE purge = ANY($1)',
    [partitionedTables.map(markOf)],
  );
  for (const table of partitionedTables) {
    const done = marks.find(({ purge }) => purge === markOf(table))?.until.getTime() ?? 0;
    const [next] = (await readPartitionsOf(app, table))
      .filter(({ to }) => to.getTime() > done && to.getTime() <= rested)
      .toSorted((a, b) => a.to.getTime() - b.to.getTime());
    if (next) return { table, partition: next.name, to: next.to };
  }
  return null;
}

async function noteDone(app: App, { table, to }: Packed): Promise<void> {
  await app.db.pool.query(
    `INSERT INTO retention_marks (purge, done_until, done_id) VALUES ($1, $2, '')
     ON CONFLICT (purge) DO UPDATE SET done_until = excluded.done_until`,
    [markOf(table), to],
  );
}

async function hasLongTransaction({ db }: App): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
       AND xact_start < clock_timestamp() - make_interval(secs => ${longTransaction}) LIMIT 1`,
  );
  return rowCount !== 0;
}

/** What a run that was cut short has left is dropped, and its partition begun anew. */
async function pack(client: pg.Client, { partition }: Packed): Promise<void> {
  const { rows: left } = await client.query<{ name: string }>(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = to_regclass($1) AND NOT i.indisvalid AND c.relname ~ '_cc(new|old)[0-9]*$'`,
    [partition],
  );
  for (const { name } of left) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  const { rows } = await client.query<{ name: string; ordered: boolean }>(
    `SELECT c.oid::regclass::text AS name, a.amname = 'btree' AS ordered
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
     WHERE i.indrelid = to_regclass($1) AND i.indisvalid AND pg_relation_size(c.oid) >= ${worthBytes} ORDER BY 1`,
    [partition],
  );
  for (const { name, ordered } of rows) {
    // No room for rows that do not come any more.
    if (ordered) await client.query(`ALTER INDEX ${name} SET (fillfactor = 100)`);
    await client.query(`REINDEX INDEX CONCURRENTLY ${name}`);
  }
}
