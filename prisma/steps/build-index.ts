/**
 * CREATE INDEX CONCURRENTLY, which stands outside of transactions (docs/rules.md#locks-of-migrations). A try that failed
 * or was killed leaves an invalid index, which writes keep up and no statement reads: it is dropped and built anew. A
 * table of partitions cannot be indexed so, hence its partitions are, one by one.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { databaseCode } from '../../src/db/database-code.ts';
import { MigrationFault } from '../migration-fault.ts';
import { lockTime, type Runner, runPatiently, type StepName } from './run-patiently.ts';

interface IndexParts {
  /** As the statement writes them, quotes included. */
  readonly unique: string;
  readonly index: string;
  readonly table: string;
  /** From USING or the columns on. */
  readonly rest: string;
}

/** Bytes of a name in PostgreSQL. */
const nameBytes = 63;
/** undefined_table, undefined_object. */
const gone = new Set<unknown>(['42P01', '42704']);

/** Whether a statement named a table or an index that another process has dropped. */
export const isGone = (error: unknown) => gone.has(databaseCode(error));

const name = '(?:"[^"]{1,63}"|\\w{1,63})';
const shape = new RegExp(
  `^CREATE\\s+(UNIQUE\\s+)?INDEX\\s+CONCURRENTLY\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${name})\\s+ON\\s+(${name})\\s*([\\s\\S]+)$`,
  'i',
);

/** Null for any other statement. */
export function indexPartsOf(statement: string): IndexParts | null {
  const [, unique = '', index, table, rest] = shape.exec(statement) ?? [];
  return index === undefined || table === undefined || rest === undefined
    ? null
    : { unique: unique.trim(), index, table, rest };
}

/** Builds the index unless it is there already, and valid. */
export async function buildIndex(runner: Runner, step: StepName, parts: IndexParts): Promise<void> {
  const { client } = runner;
  const found = await findIndex(client, parts);
  if (found.ownTable === false) {
    throw new MigrationFault(
      'failed',
      `Step ${step.step} of the migration ${step.migration} makes the index ${parts.index}, and another table has one of ` +
        'this name. Rename that index, then start again.',
    );
  }
  if (found.isPartitioned) return buildInPartitions(runner, step, parts);
  // Built by a run that ended before it could note it.
  if (found.isValid) return;
  const { unique, index, table, rest } = parts;
  await withoutLockTime(client, async () => {
    if (found.isValid === false) {
      runner.log?.info({ ...step, index }, 'migration: an index that was not finished is built anew');
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    }
    await client.query(`CREATE ${unique} INDEX CONCURRENTLY ${index} ON ${table} ${rest}`);
  });
}

/**
 * Such a statement waits for transactions that began before it, which nobody else does for its sake: it holds up no read
 * and no write. Giving up would waste what it has built.
 */
async function withoutLockTime(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('SET lock_timeout = 0');
  await work();
}

interface Found {
  readonly isPartitioned: boolean;
  /** Undefined where there is no index of the name. */
  readonly isValid?: boolean;
  readonly ownTable?: boolean;
}

async function findIndex(client: pg.Client, { index, table }: IndexParts): Promise<Found> {
  const { rows } = await client.query<{ isPartitioned: boolean; isValid: boolean | null; ownTable: boolean | null }>(
    `SELECT t.relkind = 'p' AS "isPartitioned", i.indisvalid AS "isValid", i.indrelid = t.oid AS "ownTable"
     FROM pg_class t LEFT JOIN pg_index i ON i.indexrelid = to_regclass($2)
     WHERE t.oid = to_regclass($1)`,
    [table, index],
  );
  const [row] = rows;
  if (!row) return { isPartitioned: false };
  const { isPartitioned, isValid, ownTable } = row;
  return { isPartitioned, ...(isValid !== null && ownTable !== null && { isValid, ownTable }) };
}

/**
 * The index of the whole table is made first, without its partitions: a partition that is made meanwhile gets its own at
 * once. It is valid when the last partition has been added to it.
 */
async function buildInPartitions(runner: Runner, step: StepName, parts: IndexParts): Promise<void> {
  const { client } = runner;
  const { unique, index, table, rest } = parts;
  await patiently(runner, step, `CREATE ${unique} INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${rest}`);
  for (const partition of await partitionsWithout(client, parts)) {
    const own = client.escapeIdentifier(nameOf(index, partition));
    try {
      await buildIndex(runner, step, { unique, index: own, table: client.escapeIdentifier(partition), rest });
      await patiently(runner, step, `ALTER INDEX ${index} ATTACH PARTITION ${own}`);
    } catch (error) {
      // Retention drops partitions meanwhile.
      if (!isGone(error) || (await isThere(client, partition))) throw error;
    }
  }
}

function patiently(runner: Runner, step: StepName, statement: string): Promise<void> {
  return runPatiently(runner, step, async () => {
    await runner.client.query(`SET lock_timeout = ${lockTime}`);
    await runner.client.query(statement);
  });
}

/** Partitions whose rows the index does not have. */
async function partitionsWithout(client: pg.Client, { index, table }: IndexParts): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
     WHERE h.inhparent = to_regclass($1) AND NOT EXISTS (
       SELECT FROM pg_inherits a JOIN pg_index i ON i.indexrelid = a.inhrelid
       WHERE a.inhparent = to_regclass($2) AND i.indrelid = c.oid)
     ORDER BY c.relname`,
    [table, index],
  );
  return rows.map(({ name: partition }) => partition);
}

export async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>('SELECT to_regclass($1) IS NOT NULL AS present', [
    client.escapeIdentifier(table),
  ]);
  return rows[0]?.present ?? false;
}

/** Of a partition's index: the same at each try. */
export function nameOf(index: string, partition: string): string {
  const whole = `${partition}_${index.replaceAll('"', '')}`;
  if (Buffer.byteLength(whole) <= nameBytes) return whole;
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 12);
  return `${index.replaceAll('"', '').slice(0, nameBytes - mark.length - 1)}_${mark}`;
}
