/** What a transaction can see of each table of ours: its file, and how much of it this session has read. */
import type pg from 'pg';

export interface TableFacts {
  /** Those of its rows, also of its partitions. After a rewrite they are others, whatever name the table has by then. */
  readonly files: readonly string[];
  /** Rows that this session's scans have read, its present transaction included. */
  readonly read: number;
}

/** By name; partitions count as their table. */
export async function readTables(client: pg.Client): Promise<ReadonlyMap<string, TableFacts>> {
  const { rows } = await client.query<{ name: string } & TableFacts>(tables);
  return new Map(rows.map(({ name, files, read }) => [name, { files, read: Number(read) }]));
}

const tables = `
  SELECT root.relname AS name, coalesce(array_agg(c.relfilenode::text) FILTER (WHERE c.relfilenode <> 0), '{}') AS files,
    sum(pg_stat_get_xact_tuples_returned(c.oid)) AS read
  FROM pg_class c JOIN pg_class root ON root.oid = CASE WHEN c.relispartition THEN pg_partition_root(c.oid) ELSE c.oid END
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE '\\_prisma%'
  GROUP BY root.relname ORDER BY root.relname`;
