/**
 * Makes the tables of a migrated database those of a Citus cluster, as placements.ts says, with all of their foreign keys.
 * It is for a database without traffic: each table is locked until all are made. One transaction does it, so a fault
 * leaves the database as it was. What only older versions need goes first: none of them works on a cluster.
 */
import type pg from 'pg';
import { contract } from './contract.ts';
import { definitionOnCitus, type ForeignKey, readForeignKeys } from './foreign-keys.ts';
import { placed, placements } from './placements.ts';

/** `client`: a superuser's session on the coordinator, whose workers have been added. Rejects where tables are divided. */
export async function distribute(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_dist_partition WHERE partmethod = 'h' LIMIT 1");
  if (rowCount !== 0) throw new Error('The tables of this database are divided already.');
  const keys = await readForeignKeys(client);
  await client.query('BEGIN');
  try {
    // Shards are made one after the other: a reference table and what leads to it are made in one transaction.
    await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    // Citus warns of triggers that see other rows. Those that count row versions see their own row alone, and count the same
    // on each copy of it (docs/rules.md#row-versions).
    await client.query('SET LOCAL citus.enable_unsafe_triggers = on');
    for (const step of contract) await client.query(step);
    // Citus asks more of a key than PostgreSQL does while its tables move: they are made again once all have.
    for (const key of keys) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`);
    for (const table of placed('reference')) await client.query('SELECT create_reference_table($1)', [table]);
    await createDistributed(client);
    for (const key of inOrder(keys)) {
      await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${definitionOnCitus(key)}`);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** All of one group: shards of one workspace are on one machine. */
async function createDistributed(client: pg.ClientBase): Promise<void> {
  let group = 'none';
  for (const table of placed('distributed')) {
    const placement = placements[table];
    if (placement?.kind !== 'distributed') continue;
    await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [table, placement.by, group]);
    if (group === 'none') group = table;
  }
}

/** Keys of tables on every machine first, then those of shards, then those of the coordinator's tables. */
function inOrder(keys: readonly ForeignKey[]): readonly ForeignKey[] {
  const rank = ({ table }: ForeignKey) =>
    ['reference', 'distributed', 'local'].indexOf(placements[table]?.kind ?? 'local');
  return keys.toSorted((a, b) => rank(a) - rank(b));
}
