/** Runs a migration on full tables and sees what each step does to them (docs/rules.md#plan-of-migrations). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type MigrationFacts,
  migrationNames,
  migrationsFolder,
  readMigration,
  type StepFacts,
} from '../history/read-migrations.ts';
import { migrate, withMigrator } from '../migrate.ts';
import { buildIndex, indexPartsOf } from '../steps/build-index.ts';
import { changePrimaryKey, keyPartsOf } from '../steps/change-primary-key.ts';
import { fillColumn, fillPartsOf } from '../steps/fill-column.ts';
import type { Runner } from '../steps/run-patiently.ts';
import type { Step } from '../steps/split-script.ts';
import { fillTables } from './fill-tables.ts';
import { readTables, type TableFacts } from './read-tables.ts';

interface MeasureOptions {
  readonly name: string;
  /** In each table that the script names. */
  readonly rows: number;
  readonly folder?: string;
}

/** From the weakest to the strongest, by PostgreSQL's names; the weakest of all, which a read takes, is left out. */
const lockOrder: readonly string[] = [
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
];
/** Of a table's rows: who reads as many has read it as a whole. */
const wholeShare = 0.5;

/** The database must be empty, and its user a superuser. It is left migrated as far as the migration. */
export async function measureMigration(
  databaseUrl: string,
  options: MeasureOptions,
): Promise<NonNullable<MigrationFacts['measured']>> {
  const { name, rows, folder = migrationsFolder } = options;
  const before = (await migrationNames(folder)).filter((each) => each < name).at(-1);
  if (before !== undefined) await migrate(databaseUrl, undefined, { folder, until: before });
  const { steps, checksum } = await readMigration(name, folder);
  const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
  return withMigrator(databaseUrl, async (client, connection) => {
    const words = new Set(script.match(/\w+/g) ?? []);
    const named = [...(await readTables(client)).keys()].filter((table) => words.has(table));
    await fillTables(client, named, rows);
    const runner: Runner = { client, connection, pause: (ms) => sleep(ms) };
    const facts: StepFacts[] = [];
    for (const step of steps) facts.push(await measureStep(runner, step, rows));
    const ms = facts.reduce((sum, each) => sum + each.ms, 0);
    return { checksum, rows, ms, steps: facts };
  });
}

async function measureStep(runner: Runner, step: Step, rows: number): Promise<StepFacts> {
  const { client } = runner;
  if (step.isAlone) return measureAlone(runner, step.statements[0] ?? '');
  await client.query('BEGIN');
  const before = await readTables(client);
  const began = performance.now();
  for (const statement of step.statements) await client.query(statement);
  const took = performance.now() - began;
  const after = await readTables(client);
  const locks = await locksOf(client, before);
  const committed = performance.now();
  await client.query('COMMIT');
  const ms = Math.round(took + performance.now() - committed);
  const both = [...before].flatMap(([table, was]) => {
    const now = after.get(table);
    return now ? [{ table, was, now }] : [];
  });
  const files = new Set([...after.values()].flatMap((table) => table.files));
  return {
    locks,
    rewrites: both.filter(({ was }) => was.files.some((file) => !files.has(file))).map(({ table }) => table),
    scans: both.filter(({ was, now }) => now.read - was.read >= rows * wholeShare).map(({ table }) => table),
    ms,
  };
}

/** PostgreSQL's manual says which lock these take; nobody can look into a transaction that they end themselves. */
async function measureAlone(runner: Runner, statement: string): Promise<StepFacts> {
  const { client } = runner;
  const began = performance.now();
  const key = keyPartsOf(statement);
  if (key !== null) {
    await changePrimaryKey(runner, { migration: 'measured', step: 1 }, key);
    const ms = Math.round(performance.now() - began);
    return { locks: { [key.table]: 'ACCESS EXCLUSIVE' }, rewrites: [], scans: [key.table], ms };
  }
  const filled = fillPartsOf(statement);
  if (filled !== null) {
    await fillColumn(runner, { migration: 'measured', step: 1 }, filled);
    const ms = Math.round(performance.now() - began);
    return { locks: { [filled.table]: 'ROW EXCLUSIVE' }, rewrites: [], scans: [filled.table], ms };
  }
  const built = indexPartsOf(statement);
  const dropped = /^DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?("[^"]{1,63}"|\w{1,63})$/i.exec(statement)?.[1];
  const table = built ? built.table.replaceAll('"', '') : dropped ? await tableOf(client, dropped) : null;
  if (built) await buildIndex(runner, { migration: 'measured', step: 1 }, built);
  else await client.query(statement);
  return {
    locks: table === null ? {} : { [table]: 'SHARE UPDATE EXCLUSIVE' },
    rewrites: [],
    scans: built && table !== null ? [table] : [],
    ms: Math.round(performance.now() - began),
  };
}

async function tableOf(client: pg.Client, index: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE i.indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.name ?? null;
}

/** The strongest lock that the transaction has of each table that was there before it. */
async function locksOf(
  client: pg.Client,
  before: ReadonlyMap<string, TableFacts>,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ table: string; mode: string }>(
    `SELECT DISTINCT coalesce(p.relname, c.relname) AS table, l.mode
     FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
       LEFT JOIN pg_class p ON c.relispartition AND p.oid = pg_partition_root(c.oid)
     WHERE l.pid = pg_backend_pid() AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const locks: Record<string, string> = {};
  for (const { table, mode } of rows) {
    // Such as AccessExclusiveLock.
    const lock = mode
      .replace(/Lock$/, '')
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toUpperCase();
    if (before.has(table) && strength(lock) > strength(locks[table] ?? '')) locks[table] = lock;
  }
  return locks;
}

function strength(lock: string): number {
  return lockOrder.indexOf(lock);
}
