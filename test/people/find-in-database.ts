/** Searches every column of every table, with its partitions, for words, so that no new table can be forgotten. */
import type { Queryable } from '../../src/db/connections/pool.ts';

interface Table {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** `schema.table.column` of each column that holds one of `words`, in any case, as text or within bytes; sorted. */
export async function findInDatabase(db: Queryable, words: readonly string[]): Promise<readonly string[]> {
  const { rows: tables } = await db.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
     GROUP BY 1, 2
     ORDER BY 1, 2`,
  );
  // Bytes are shown in hexadecimal digits, and backslashes are doubled in JSON, in arrays and in whole rows.
  const spelt = [
    ...new Set(
      words
        .flatMap((word) => [1, 2, 4, 8].map((times) => word.replaceAll('\\', '\\'.repeat(times))))
        .flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]),
    ),
  ];
  const hasOne = finderOf(spelt);
  const holds = async ({ schema, table }: Table, place: string) => {
    const { rows } = await db.query<{ written: string | null }>(
      `SELECT lower(${place}::text) AS written FROM ${quoted(schema)}.${quoted(table)} t`,
    );
    return rows.some(({ written }) => written !== null && hasOne(written));
  };
  const found: string[] = [];
  for (const table of tables) {
    // Whole rows first: in most tables there is nothing, and that is known after one look.
    if (!(await holds(table, 't'))) continue;
    for (const column of table.columns) {
      if (await holds(table, `t.${quoted(column)}`)) found.push(`${table.schema}.${table.table}.${column}`);
    }
  }
  return found;
}

/**
 * Whether a text has one of `words`. There are thousands of them: each place of the text is looked up by as many letters
 * as the shortest word has.
 */
function finderOf(words: readonly string[]): (text: string) => boolean {
  const shortest = Math.min(...words.map(({ length }) => length));
  const byBegin = Map.groupBy(words, (word) => word.slice(0, shortest));
  return (text) => {
    for (let at = 0; at + shortest <= text.length; at += 1) {
      if (byBegin.get(text.slice(at, at + shortest))?.some((word) => text.startsWith(word, at))) return true;
    }
    return false;
  };
}
