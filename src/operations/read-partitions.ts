/**
 * The partitions of tables that are partitioned by time, from PostgreSQL's catalog alone: how far they are made ahead, and
 * how old the oldest is. Without such tables there is nothing to tell.
 */
import type { App } from '../context.ts';
import { partitionTime } from '../retention/partitions/partition-time.ts';

/** Tables and partitions that are looked at, at most. */
const rowsMax = 5_000;

export interface TablePartitions {
  readonly table: string;
  readonly count: number;
  /** Partitions of a time that has not begun. */
  readonly ahead: number;
  /** Until when rows have a partition; null: no bound tells a time. */
  readonly madeUntil: Date | null;
  /** Where the oldest partition begins; null as well where it has no lower bound. */
  readonly oldestFrom: Date | null;
}

const bounds = `
  SELECT p.relname AS table, pg_get_expr(c.relpartbound, c.oid) AS bound
  FROM pg_partitioned_table t
  JOIN pg_class p ON p.oid = t.partrelid
  JOIN pg_inherits i ON i.inhparent = p.oid
  JOIN pg_class c ON c.oid = i.inhrelid
  WHERE t.partstrat = 'r' AND p.relnamespace = to_regnamespace(current_schema()::text)
  LIMIT ${rowsMax}`;

export async function readPartitions({ clock, db }: App): Promise<readonly TablePartitions[]> {
  const { rows } = await db.pool.query<{ table: string; bound: string }>(bounds);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return [...tables].map(([table, partitions]) => summaryOf(table, partitions, clock.now()));
}

function summaryOf(table: string, partitions: readonly { readonly bound: string }[], now: Date): TablePartitions {
  const ranges = partitions.map(({ bound }) => ({
    from: partitionTime(bound, 'FROM'),
    to: partitionTime(bound, 'TO'),
  }));
  const starts = ranges.flatMap(({ from }) => (from === null ? [] : [from.getTime()]));
  const ends = ranges.flatMap(({ to }) => (to === null ? [] : [to.getTime()]));
  return {
    table,
    count: partitions.length,
    ahead: starts.filter((start) => start > now.getTime()).length,
    madeUntil: ends.length === 0 ? null : new Date(Math.max(...ends)),
    oldestFrom: starts.length === 0 ? null : new Date(Math.min(...starts)),
  };
}
