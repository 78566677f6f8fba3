/** The partitions of one table, as PostgreSQL's catalog has them. */
import type { App } from '../../context.ts';
import { mintedAt } from '../../ground/ids.ts';
import { partitionTime } from './partition-time.ts';
import { type PartitionedTable, partitionedTables, partitionStart } from './partitioned-tables.ts';

interface Partition {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** Without the default partition. */
export async function readPartitionsOf(app: App, table: PartitionedTable): Promise<readonly Partition[]> {
  const { rows } = await app.db.pool.query<{ name: string; bound: string }>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)`,
    [table.name],
  );
  return rows.flatMap(({ name, bound }) => {
    const [from, to] = [partitionTime(bound, 'FROM'), partitionTime(bound, 'TO')];
    return from === null || to === null ? [] : [{ name, from, to }];
  });
}

const oldestId = { messages: 'SELECT id FROM messages ORDER BY id LIMIT 1' } as const;

/** The beginning of what keeps partitions of the table; null where nothing does. */
export async function keptFromOf(app: App, { keptBy }: PartitionedTable): Promise<Date | null> {
  if (keptBy === undefined) return null;
  const { rows } = await app.db.pool.query<{ id: string }>(oldestId[keptBy]);
  return mintedAt(rows[0]?.id ?? '');
}

/** For how long the oldest partition of a table should have been dropped; seconds, 0 where none should. */
export async function partitionLag(app: App, name: string): Promise<number> {
  const table = tableNamed(name);
  const ends = (await readPartitionsOf(app, table)).map(({ to }) => droppedAt(table, to));
  return Math.max(0, (app.clock.now().getTime() - Math.min(...ends)) / 1_000);
}

function tableNamed(name: string): PartitionedTable {
  const table = partitionedTables.find((each) => each.name === name);
  if (!table) throw new Error(`${name} has no partitions`);
  return table;
}

/** When a partition that ends at `to` goes: after its last row, and with the partition that has what keeps it. */
function droppedAt({ lifetime, keptBy }: PartitionedTable, to: Date): number {
  const own = to.getTime() + lifetime;
  if (keptBy === undefined) return own;
  const keeper = tableNamed(keptBy);
  const end = partitionStart(keeper, new Date(to.getTime() - 1)).getTime() + keeper.span;
  return Math.max(own, end + keeper.lifetime);
}
