/** The schema of a database as a script that makes it anew: the same for the same schema, in an order that people read. */
import type pg from 'pg';
import {
  columnSettings,
  columnsOf,
  constraintsOf,
  enums,
  extensions,
  foreignKeys,
  functions,
  indexes,
  ownChecksOf,
  tables,
  triggers,
} from './catalogue-queries.ts';

interface Table {
  readonly name: string;
  readonly isUnlogged: boolean;
  /** Such as `RANGE (id)`; null for a table without partitions. */
  readonly partitioning: string | null;
  /** The table whose default partition it is. */
  readonly parent: string | null;
  readonly options: string | null;
}

/** Throws for what it does not know how to write. Partitions other than a default one are made by the service. */
export async function schemaScript(client: pg.ClientBase): Promise<string> {
  await requireKnown(client);
  const lines = async (query: string) => (await client.query<{ line: string }>(query)).rows.map(({ line }) => line);
  const parts = [
    ['Extensions', await lines(extensions)],
    ['Enumerations', await lines(enums)],
    ['Functions', await lines(functions)],
    ['Tables', await tableScripts(client)],
    ['Statistics and storage of columns', await lines(columnSettings)],
    ['Indexes', await lines(indexes)],
    ['Foreign keys', await lines(foreignKeys)],
    ['Triggers', await lines(triggers)],
  ] as const;
  return parts
    .filter(([, statements]) => statements.length > 0)
    .map(([title, statements]) => {
      const between = title === 'Functions' || title === 'Tables' ? '\n\n' : '\n';
      return `-- ${title}\n\n${statements.map((statement) => `${statement.trimEnd()};`).join(between)}\n`;
    })
    .join('\n');
}

async function tableScripts(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<Table>(tables);
  const scripts: string[] = [];
  // A partition comes behind its table.
  for (const table of [...rows].sort((one, other) => Number(one.parent !== null) - Number(other.parent !== null))) {
    scripts.push(await tableScript(client, table));
  }
  return scripts;
}

async function tableScript(client: pg.ClientBase, table: Table): Promise<string> {
  const name = quoted(table.name);
  const options = table.options === null ? '' : ` WITH (${table.options})`;
  const kind = table.isUnlogged ? 'UNLOGGED TABLE' : 'TABLE';
  if (table.parent !== null) {
    const { rows } = await client.query<{ line: string }>(ownChecksOf, [name]);
    const checks = rows.length === 0 ? '' : ` (\n${rows.map(({ line }) => `  ${line}`).join(',\n')}\n)`;
    return `CREATE ${kind} ${name} PARTITION OF ${quoted(table.parent)}${checks} DEFAULT${options}`;
  }
  const parts = await client.query<{ line: string }>(columnsOf, [name]);
  const constraints = await client.query<{ line: string }>(constraintsOf, [name]);
  const inner = [...parts.rows, ...constraints.rows].map(({ line }) => `  ${line}`).join(',\n');
  const partitioning = table.partitioning === null ? '' : ` PARTITION BY ${table.partitioning}`;
  return `CREATE ${kind} ${name} (\n${inner}\n)${partitioning}${options}`;
}

async function requireKnown(client: pg.ClientBase): Promise<void> {
  const { rows: strange } = await client.query<{ name: string }>(unknownObjects);
  if (strange.length > 0) throw new Error(`The script cannot write ${strange.map(({ name }) => name).join(', ')}.`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     AND relname NOT LIKE '\\_prisma%' ORDER BY 1`,
  );
  for (const { name } of rows) {
    const found = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (found.rowCount !== 0) throw new Error(`The migrations write rows to ${name}: the script has none.`);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Views, sequences that no column owns, and types that are no enumeration. */
const unknownObjects = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND (c.relkind IN ('v', 'm', 'f', 'c') OR c.relkind = 'S' AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')))
  UNION ALL
  SELECT t.typname FROM pg_type t
  WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('d', 'r')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')`;
