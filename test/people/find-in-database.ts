/** Looks for words in every column of every table there is, whoever made it: so that a new table cannot forget. */
import type pg from 'pg';

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** `schema.table.column` of each column that holds one of `words`, in any case, as text or within bytes; sorted. */
export async function findInDatabase(db: pg.Pool, words: readonly string[]): Promise<readonly string[]> {
  const { rows: columns } = await db.query<Column>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS column
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
     ORDER BY 1, 2, 3`,
  );
  // Bytes are shown in hexadecimal digits.
  const spelt = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  const found = await Promise.all(
    columns.map(async ({ schema, table, column }) => {
      const { rowCount } = await db.query(
        `SELECT FROM ${quoted(schema)}.${quoted(table)} t, unnest($1::text[]) word
         WHERE position(word IN lower(t.${quoted(column)}::text)) > 0 LIMIT 1`,
        [spelt],
      );
      return rowCount === 0 ? [] : [`${schema}.${table}.${column}`];
    }),
  );
  return found.flat();
}
