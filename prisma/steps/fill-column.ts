/**
 * UPDATE t SET c = … WHERE c IS NULL AND (key) > ('', …): a column that is filled in batches (docs/rules.md#locks-of-migrations).
 * Each batch is the next rows of the key, and a transaction of its own, so no row is held for long. What is filled stays so:
 * a run that was cut short begins at the first row again, and writes those alone that have no value.
 */
import type pg from 'pg';
import { type Runner, runPatiently, type StepName } from './run-patiently.ts';

interface FillParts {
  readonly table: string;
  readonly column: string;
  /** SQL of the table's own columns. */
  readonly value: string;
  /** Columns of a unique index, of texts. */
  readonly key: readonly string[];
}

/** Rows of one transaction. */
export const batchSize = 1_000;
/** It gives up before PostgreSQL looks for a deadlock, which might end another's work. Milliseconds. */
const lockTime = 500;
/** Batches from one line of the log to the next. */
const batchesPerLine = 100;

const setting = /^UPDATE (\w{1,63}) SET (\w{1,63}) = (.+)$/i;
const condition = /^(\w{1,63}) IS NULL AND \(([\w, ]+)\) > \([', ]+\)$/i;

/** Null for any other statement. Names are written without quotes. */
export function fillPartsOf(statement: string): FillParts | null {
  const [set = '', where = '', ...others] = statement
    .replace(/\s+/g, ' ')
    .trim()
    .split(/ WHERE /i);
  const [, table, column, value] = setting.exec(set) ?? [];
  const [, empty, key] = condition.exec(where) ?? [];
  return table === undefined || column === undefined || value === undefined || key === undefined
    ? null
    : empty !== column || others.length > 0
      ? null
      : { table, column, value, key: key.split(',').map((name) => name.trim()) };
}

/** Fills the column. Rows that are made meanwhile get a value from whoever makes them, or from a trigger. */
export async function fillColumn(runner: Runner, step: StepName, parts: FillParts): Promise<void> {
  let after: readonly string[] | null = parts.key.map(() => '');
  for (let batches = 1; after !== null; batches += 1) {
    const from: readonly string[] = after;
    await runPatiently(runner, step, async () => {
      after = await fillBatch(runner.client, parts, from);
    });
    if (batches % batchesPerLine === 0) {
      runner.log?.info({ ...step, rows: batches * batchSize }, 'migration: a column is being filled');
    }
  }
}

/** Returns the key behind which the next batch begins; null: this was the last. */
async function fillBatch(
  client: pg.Client,
  { table, column, value, key }: FillParts,
  after: readonly string[],
): Promise<readonly string[] | null> {
  const columns = key.join(', ');
  const parameters = (from: number) => key.map((_name, at) => `$${from + at}`).join(', ');
  const behind = `(${columns}) > (${parameters(1)})`;
  // The planner does not see how few rows are between two keys.
  await client.query(
    `BEGIN; SET LOCAL lock_timeout = ${lockTime}; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`,
  );
  try {
    const { rows } = await client.query<string[]>({
      text: `SELECT ${columns} FROM ${table} WHERE ${behind} ORDER BY ${columns} OFFSET ${batchSize - 1} LIMIT 1`,
      values: [...after],
      rowMode: 'array',
    });
    const last = rows[0] ?? null;
    const until = last === null ? '' : ` AND (${columns}) <= (${parameters(key.length + 1)})`;
    await client.query(`UPDATE ${table} SET ${column} = ${value} WHERE ${column} IS NULL AND ${behind}${until}`, [
      ...after,
      ...(last ?? []),
    ]);
    await client.query('COMMIT');
    return last;
  } catch (error) {
    // A lost connection has ended the transaction itself.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
