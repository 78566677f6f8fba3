/**
 * Makes the tables of a migrated database those of a Citus cluster, as placements.ts says, with all of their foreign keys
 * (docs/rules.md#dividing-the-tables). One transaction does it, and has all tables locked until it ends. What only older
 * versions need goes first: none of them works on a cluster.
 */
import type pg from 'pg';
import { contract } from './contract.ts';
import { definitionOnCitus, type ForeignKey, readForeignKeys } from './foreign-keys.ts';
import { placed, placements } from './placements.ts';
import { endInTwoPhases } from './two-phases.ts';

/** How long it waits for the tables, while statements queue up behind it; milliseconds. */
const lockWait = 2_000;

/**
 * `client`: a superuser's session on the coordinator, whose workers have been added. Rejects where tables are divided, and with
 * PostgreSQL's code of a lock or a deadlock where somebody holds a table: nothing was done then. `tell` hears of each table.
 */
export async function distribute(client: pg.ClientBase, tell: (line: string) => void = () => undefined): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_dist_partition WHERE partmethod = 'h' LIMIT 1");
  if (rowCount !== 0) throw new Error('The tables of this database are divided already.');
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockWait}`);
    // All at once, before the first is copied: nobody waits for one of them and holds another.
    await client.query(`LOCK TABLE ${Object.keys(placements).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await client.query('SET LOCAL lock_timeout = 0');
    const keys = await readForeignKeys(client);
    // Shards are made one after the other: a reference table and what leads to it are made in one transaction.
    await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    // Citus warns of triggers that see other rows. Those that count row versions see their own row alone, and count the same
    // on each copy of it (docs/rules.md#row-versions).
    await client.query('SET LOCAL citus.enable_unsafe_triggers = on');
    for (const step of contract) await client.query(step);
    // Citus asks more of a key than PostgreSQL does while its tables move: they are made again once all have.
    for (const key of keys) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`);
    for (const table of placed('reference')) {
      tell(`${table}: a copy on every machine`);
      await client.query('SELECT create_reference_table($1)', [table]);
    }
    await createDistributed(client, tell);
    tell('the foreign keys');
    for (const key of inOrder(keys)) {
      await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${definitionOnCitus(key)}`);
    }
    await endInTwoPhases(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** All of one group: shards of one workspace are on one machine. */
async function createDistributed(client: pg.ClientBase, tell: (line: string) => void): Promise<void> {
  let group = 'none';
  for (const table of placed('distributed')) {
    const placement = placements[table];
    if (placement?.kind !== 'distributed') continue;
    tell(`${table}: divided by ${placement.by}`);
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
