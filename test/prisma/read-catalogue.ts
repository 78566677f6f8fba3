import { openClient } from '../support/open-client.ts';
import type { TestDatabase } from '../support/test-database.ts';

/** One line for each fact of a database's shape, under the name of what it is about. */
export type Catalogue = ReadonlyMap<string, string>;

const ownTables = `c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE '\\_prisma%'`;
/** What a partition has is made from its table; the default partition is a table that migrations make. */
const notOfPartition = (of: string) => `NOT ${of}.relispartition`;
const notOfExtension = (id: string) => `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = ${id} AND d.deptype = 'e')`;

const facts = {
  table: `
    SELECT c.relname AS name, concat(c.relkind, ' ', c.reloptions) AS fact
    FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND ${ownTables}
      AND (${notOfPartition('c')} OR pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')`,
  column: `
    SELECT concat(c.relname, '.', a.attname) AS name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
        'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS fact
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${ownTables}
      AND ${notOfPartition('c')}`,
  index: `
    SELECT c.relname AS name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') AS fact
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid
    WHERE ${ownTables} AND t.relname NOT LIKE '\\_prisma%' AND ${notOfPartition('c')}`,
  constraint: `
    SELECT concat(c.relname, '.', o.conname) AS name, pg_get_constraintdef(o.oid) AS fact
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid WHERE ${ownTables}
      AND (${notOfPartition('c')}
        OR pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' AND o.contype = 'c' AND o.coninhcount = 0)`,
  enum: `
    SELECT t.typname AS name, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) AS fact
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname`,
  extension: `SELECT extname AS name, '' AS fact FROM pg_extension`,
  function: `
    SELECT p.oid::regprocedure::text AS name, p.prosrc AS fact
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND ${notOfExtension('p.oid')}`,
  trigger: `
    SELECT concat(c.relname, '.', t.tgname) AS name, pg_get_triggerdef(t.oid) AS fact
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND ${ownTables}`,
};

/** Tables, columns, indexes, constraints, enums, extensions, functions and triggers; not Prisma's own table. */
export async function readCatalogue({ url }: Pick<TestDatabase, 'url'>): Promise<Catalogue> {
  const client = await openClient(url);
  const catalogue = new Map<string, string>();
  for (const [kind, sql] of Object.entries(facts)) {
    const { rows } = await client.query<{ name: string; fact: string }>(sql);
    for (const { name, fact } of rows) catalogue.set(`${kind} ${name}`, fact);
  }
  await client.end();
  return catalogue;
}
