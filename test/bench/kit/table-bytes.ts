import type pg from 'pg';

export interface TableBytes {
  readonly table: string;
  readonly rows: number;
  /** Of the table, its indexes and its large values, with all of its partitions. */
  readonly bytes: number;
}

/** The tables of the service with rows, the largest first. Rows are those that ANALYZE has found. */
export async function tableBytes(pool: pg.Pool): Promise<readonly TableBytes[]> {
  const { rows } = await pool.query<TableBytes>(
    `SELECT t.relname AS table, sum(greatest(p.reltuples, 0))::float8 AS rows, sum(pg_total_relation_size(p.oid))::float8 AS bytes
     FROM pg_class t, LATERAL (SELECT relid FROM pg_partition_tree(t.oid) UNION SELECT t.oid) part (relid)
       JOIN pg_class p ON p.oid = part.relid
     WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition AND p.relkind = 'r'
     GROUP BY t.relname HAVING sum(greatest(p.reltuples, 0)) > 0 ORDER BY bytes DESC`,
  );
  return rows;
}
