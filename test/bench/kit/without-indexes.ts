import type pg from 'pg';

/**
 * Indexes that hold no constraint are made after the rows: a fraction of the time. Those of partitions come with the
 * index of their table.
 */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND NOT i.indisunique AND NOT c.relispartition`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  await fill();
  const client = await pool.connect();
  try {
    await client.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2");
    for (const { definition } of rows) await client.query(definition);
  } finally {
    client.release(true);
  }
}
