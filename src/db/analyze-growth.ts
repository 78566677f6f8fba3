/**
 * Analyses tables that grow quickly from empty. Autovacuum runs once a minute; until then a plan made for an empty
 * table scans the growing table thousands of times, or looks a foreign key up by the wrong index
 * (docs/rules.md#plans-of-statements). Large tables are left to autovacuum.
 */

import type { Db, Queryable } from './connections/pool.ts';
import { oneAtATime } from './writes/one-at-a-time.ts';

/** New rows that a table must have, beside twice as many as were known. Changes do not count: a message has several. */
const newRowsMin = 500;
/** Rows from which autovacuum is quick enough. */
const rowsMax = 100_000;

/**
 * One run, by one process at a time; each table is analysed a few times in its life, in a transaction of its own: one that waits
 * for a lock holds up no statistics of another.
 */
export async function analyzeGrowth({ db }: { readonly db: Db }): Promise<void> {
  const analyzed: string[] = [];
  for (;;) {
    const name = await oneAtATime(db, 'analyzeGrowth', async (client) => {
      const grown = await nextGrown(client, analyzed);
      if (grown !== null) await analyzeTable(client, grown);
      return grown;
    });
    if (name === null) return;
    analyzed.push(name);
  }
}

/**
 * Joins are planned by the statistics of a whole table, which else are made anew with its next partition: while all of its
 * partitions have few rows, it is analysed with the one that grew.
 */
async function nextGrown(client: Queryable, but: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT coalesce(whole.oid, c.oid)::regclass::text AS name
     FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
     LEFT JOIN LATERAL (
       SELECT i.inhparent AS oid FROM pg_inherits i
       JOIN pg_inherits every USING (inhparent) JOIN pg_class part ON part.oid = every.inhrelid
       WHERE i.inhrelid = c.oid GROUP BY 1 HAVING sum(part.reltuples) < ${rowsMax}) whole ON true
     WHERE s.schemaname = current_schema() AND c.relkind = 'r' AND c.reltuples < ${rowsMax}
       AND s.n_live_tup > ${newRowsMin} + 3 * greatest(c.reltuples, 0)
       -- Its rows come and go every second, and no plan depends on their number.
       AND s.relname <> 'figure_changes' AND coalesce(whole.oid, c.oid)::regclass::text <> ALL($1)
     ORDER BY name LIMIT 1`,
    [but],
  );
  return rows[0]?.name ?? null;
}

/**
 * ANALYZE tells connections at once to plan anew, while its statistics are there from the commit on: whoever plans in between
 * keeps a plan without them. A changed table is told of at the commit. This change is none: no table has a setting of that
 * name.
 */
export async function analyzeTable(client: Queryable, name: string): Promise<void> {
  await client.query(`ANALYZE ${name}`);
  await client.query(`ALTER TABLE ${name} RESET (kept_plans)`);
}
