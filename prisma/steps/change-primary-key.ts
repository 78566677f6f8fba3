/**
 * ALTER TABLE … DROP CONSTRAINT c, ADD CONSTRAINT c PRIMARY KEY (…): the same key in another order
 * (docs/rules.md#locks-of-migrations). PostgreSQL would build the index while nobody reads or writes the table. So it is
 * built before, beside writes and in one partition after the other, and the lock is held for as long as it takes to
 * exchange the keys.
 */
import type pg from 'pg';
import { buildIndex, isGone, isThere, nameOf } from './build-index.ts';
import { type Runner, runPatiently, type StepName } from './run-patiently.ts';

interface KeyParts {
  readonly table: string;
  readonly constraint: string;
  /** With their brackets. */
  readonly columns: string;
}

/** Several tables are waited for: it gives up before PostgreSQL looks for a deadlock, which might end another's work. Milliseconds. */
const lockTime = 500;

const shape =
  /^ALTER\s+TABLE\s+(\w+)\s+DROP\s+CONSTRAINT\s+(\w+)\s*,\s*ADD\s+CONSTRAINT\s+(\w+)\s+PRIMARY\s+KEY\s*(\([\w, ]+\))$/i;

/** Null for any other statement. Names are written without quotes. */
export function keyPartsOf(statement: string): KeyParts | null {
  const [, table, dropped, constraint, columns] = shape.exec(statement) ?? [];
  return table === undefined || constraint === undefined || columns === undefined || dropped !== constraint
    ? null
    : { table, constraint, columns };
}

/** Changes the key unless an earlier run has done so, and could not note it. */
export async function changePrimaryKey(runner: Runner, step: StepName, parts: KeyParts): Promise<void> {
  const { client } = runner;
  if (await hasKey(client, parts)) return;
  const { table, constraint, columns } = parts;
  const places = await placesOf(client, table);
  for (const place of places) {
    try {
      const [index, of] = [place.index, place.table].map((one) => client.escapeIdentifier(one));
      await buildIndex(runner, step, { unique: 'UNIQUE', index: index ?? '', table: of ?? '', rest: columns });
    } catch (error) {
      // Retention drops partitions meanwhile.
      if (!isGone(error) || (await isThere(client, place.table))) throw error;
    }
  }
  await runPatiently(runner, step, async () => {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTime}`);
    try {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`);
      for (const place of places) await takeIndex(client, place);
      // A partition that was made meanwhile has few rows, and gets its index now.
      if (!(await hasKey(client, parts)))
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} PRIMARY KEY ${columns}`);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  });
}

/** Whether the table has the constraint with these columns, in this order. */
async function hasKey(client: pg.Client, { table, constraint, columns }: KeyParts): Promise<boolean> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = to_regclass($1) AND contype = 'p' AND conname = lower($2)`,
    [table, constraint],
  );
  const plain = (text: string) => text.replace(/\s/g, '').toLowerCase();
  return rows.some(({ definition }) => plain(definition) === plain(`PRIMARY KEY ${columns}`));
}

interface Place {
  /** A partition, or the table itself where it has none. */
  readonly table: string;
  /** What is built in it. */
  readonly index: string;
  /** The name of its key. */
  readonly key: string;
}

async function placesOf(client: pg.Client, table: string): Promise<readonly Place[]> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `SELECT c.relname AS table, k.conname AS key
     FROM (SELECT relid FROM pg_partition_tree(to_regclass($1)) UNION SELECT to_regclass($1)) part
       JOIN pg_class c ON c.oid = part.relid AND c.relkind = 'r'
       JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
     ORDER BY c.relname`,
    [table],
  );
  return rows.map((row) => ({ ...row, index: nameOf('new_key', row.table) }));
}

/** Makes the index that was built in a table its key. */
async function takeIndex(client: pg.Client, { table, index, key }: Place): Promise<void> {
  if (!(await isThere(client, table))) return;
  const [of, by, as] = [table, index, key].map((one) => client.escapeIdentifier(one));
  await client.query(`ALTER TABLE ${of} ADD CONSTRAINT ${as} PRIMARY KEY USING INDEX ${by}`);
}
