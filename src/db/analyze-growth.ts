/**
 * Analyses tables that grow quickly from empty. Autovacuum runs once a minute; until then a plan made for an empty
 * table scans the growing table thousands of times, or looks a foreign key up by the wrong index. Large tables are left
 * to autovacuum.
 */

import type { Db } from './connections/pool.ts';
import { oneAtATime } from './writes/one-at-a-time.ts';

/** New rows that a table must have, beside twice as many as were known. Changes do not count: a message has several. */
const newRowsMin = 500;
/** Rows from which autovacuum is quick enough. */
const rowsMax = 100_000;

interface Grown {
  readonly name: string;
}

/**
 * One run, by one process at a time; each table is analysed a few times in its life. Joins are planned by the statistics of
 * a whole table, which else are made anew with its next partition: while all of its partitions have few rows, it is analysed with
 * the one that grew.
 */
export async function analyzeGrowth({ db }: { readonly db: Db }): Promise<void> {
  await oneAtATime(db, 'analyzeGrowth', async (client) => {
    const grown = await client.query<Grown>(
      `SELECT DISTINCT coalesce(whole.oid, c.oid)::regclass::text AS name
       FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
       LEFT JOIN LATERAL (
         SELECT i.inhparent AS oid FROM pg_inherits i
         JOIN pg_inherits every USING (inhparent) JOIN pg_class part ON part.oid = every.inhrelid
         WHERE i.inhrelid = c.oid GROUP BY 1 HAVING sum(part.reltuples) < ${rowsMax}) whole ON true
       WHERE s.schemaname = current_schema() AND c.relkind = 'r' AND c.reltuples < ${rowsMax}
         AND s.n_live_tup > ${newRowsMin} + 3 * greatest(c.reltuples, 0)
         -- Its rows come and go every second, and no plan depends on their number.
         AND s.relname <> 'figure_changes'`,
    );
    for (const { name } of grown.rows) await client.query(`ANALYZE ${name}`);
  });
}
