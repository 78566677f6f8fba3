/** Versions that meet a database of another version (docs/rules.md#older-and-newer-databases). */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { beginSession } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { type WrittenMigrations, writeMigrations } from './write-migrations.ts';

let database: TestDatabase;
let pool: pg.Pool;
let written: WrittenMigrations[];
let lines: (readonly [message: string, details: object])[];

beforeEach(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  written = [];
  lines = [];
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  for (const { remove } of written) await remove();
});

/** A version with these migrations, each of which makes a table of its name. */
async function version(...names: readonly string[]): Promise<WrittenMigrations> {
  const own = await writeMigrations(
    Object.fromEntries(names.map((name) => [name, `CREATE TABLE "t${name}" (id int);`])),
  );
  written.push(own);
  return own;
}

function start({ folder }: WrittenMigrations) {
  const tell = (details: object, message: string) => void lines.push([message, details]);
  return migrate(database.url, { info: tell, warn: tell }, { folder });
}

const names = async () =>
  (await pool.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).rows.map(({ name }) => name);

test('a database that is older is migrated, and the log says so', async () => {
  await start(await version('0001_a'));
  expect(lines.map(([message]) => message)).toEqual(['database migrated']);
  lines = [];
  expect(await start(await version('0001_a', '0002_b'))).toEqual({ applied: ['0002_b'] });
  expect(lines[0]).toEqual(['the database is older than this version: migrating', { pending: ['0002_b'] }]);
});

test('a version that the newer migrations name runs and warns', async () => {
  const old = await version('0001_a');
  await start(old);
  const next = await version('0001_a');
  await next.add('0002_b', 'CREATE TABLE b (id int);', '0001_a');
  await start(next);
  lines = [];
  expect(await start(old)).toEqual({ applied: [] });
  expect(lines).toEqual([[expect.stringMatching(/^the database is newer than this version/), { newer: ['0002_b'] }]]);
});

test.for([
  ['names a later version', '0002_b'],
  ['names none', null],
  ['declares nothing', undefined],
] as const)('a version is refused where a newer migration %s', async ([_what, oldest]) => {
  const old = await version('0001_a');
  await start(old);
  const next = await version('0001_a');
  await next.add('0002_b', 'CREATE TABLE b (id int);', '0001_a');
  await next.add('0003_c', 'CREATE TABLE c (id int);', oldest);
  await start(next);
  await expect(start(old)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(
      /^The database is newer than this version: it has 0002_b, 0003_c, and this version ends with 0001_a\. .*Start the version/,
    ),
  });
});

test('a newer migration that is under way counts as one', async () => {
  const old = await version('0001_a');
  await start(old);
  const next = await version('0001_a');
  await next.add('0002_b', 'SELECT 1 / 0;', null);
  await expect(start(next)).rejects.toMatchObject({ kind: 'failed' });
  await expect(start(old)).rejects.toMatchObject({ kind: 'refused' });
});

test('a database with every migration that the first one replaces is adopted without a change', async () => {
  await start(await version('0001_a', '0002_b'));
  const released = await version('0001_baseline');
  await released.addFolds('0001_baseline', ['0001_a', '0002_b']);
  await released.add('0002_c', 'CREATE TABLE c (id int);');
  expect(await start(released)).toEqual({ applied: ['0002_c'] });
  expect(await names()).toEqual(['0001_baseline', '0002_c']);
  expect(await start(released)).toEqual({ applied: [] });
  expect((await pool.query(`SELECT to_regclass('"t0001_baseline"') AS made`)).rows).toEqual([{ made: null }]);
});

test('one with some of them is refused in words, and stays as it is', async () => {
  await start(await version('0001_a', '0002_b'));
  const released = await version('0001_baseline');
  await released.addFolds('0001_baseline', ['0001_a', '0002_b', '0003_c']);
  await expect(start(released)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(
      /^The database is older than the first release: it lacks 0003_c, which 0001_baseline replaces\. .*whose last migration is 0003_c/,
    ),
  });
  expect(await names()).toEqual(['0001_a', '0002_b']);
});

test('a new database gets the first migration itself', async () => {
  const released = await version('0001_baseline');
  await released.addFolds('0001_baseline', ['0001_a']);
  expect(await start(released)).toEqual({ applied: ['0001_baseline'] });
});
