/** A table that is to be a partition: as its table is, with the settings of the default partition. */
import type { Db, Queryable } from '../../db/connections/pool.ts';

export interface NewPartition {
  readonly table: string;
  readonly partition: string;
}

/**
 * Makes the table, which nobody knows until it is attached. On a cluster it is divided among the workers as its table is: to
 * make so many shards takes longer than the table may be locked.
 */
export async function createApart(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  { table, partition }: NewPartition,
): Promise<void> {
  const rest = `${table}_default`;
  const settings = await settingsOf(client, rest);
  await client.query(`CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL) ${settings}`);
  await skipStatistics(client, rest, partition);
  if (db.isCluster()) await divide(client, table, partition);
}

/** The storage settings of the default partition: a table with partitions can have none. */
async function settingsOf(client: Queryable, rest: string): Promise<string> {
  const { rows } = await client.query<{ settings: string | null }>(
    `SELECT array_to_string(reloptions, ', ') AS settings FROM pg_class WHERE oid = to_regclass($1)`,
    [rest],
  );
  const settings = rows[0]?.settings ?? null;
  return settings === null ? '' : `WITH (${settings})`;
}

/** Gives a new partition what its columns have in the default one: no statistics of those that no plan depends on. */
async function skipStatistics(client: Queryable, rest: string, partition: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attstattarget = 0 AND attnum > 0',
    [rest],
  );
  if (rows.length === 0) return;
  const changes = rows.map(({ name }) => `ALTER COLUMN ${name} SET STATISTICS 0`);
  await client.query(`ALTER TABLE ${partition} ${changes.join(', ')}`);
}

/** A table of the coordinator has partitions there alone. */
async function divide(client: Queryable, table: string, partition: string): Promise<void> {
  await client.query(
    `SELECT create_distributed_table($2::text::regclass, column_to_column_name(logicalrelid, partkey), colocate_with => $1)
     FROM pg_dist_partition WHERE logicalrelid = to_regclass($1) AND partmethod = 'h'`,
    [table, partition],
  );
}
