/** What the measuring command sees of a migration (docs/rules.md#plan-of-migrations). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationNames } from '../../../prisma/history/read-migrations.ts';
import { fillTables } from '../../../prisma/measure/fill-tables.ts';
import { measureMigration } from '../../../prisma/measure/measure-migration.ts';
import { openClient } from '../../support/open-client.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { type WrittenMigrations, writeMigrations } from '../write-migrations.ts';

const rows = 3_000;

/** A statement, and what it does to the table `items`. */
const kinds = [
  ['ALTER TABLE items ADD COLUMN a text', 'ACCESS EXCLUSIVE', 'keeps', 'leaves'],
  ['ALTER TABLE items ADD COLUMN a int NOT NULL DEFAULT 3', 'ACCESS EXCLUSIVE', 'keeps', 'leaves'],
  ['ALTER TABLE items ADD COLUMN a timestamptz DEFAULT clock_timestamp()', 'ACCESS EXCLUSIVE', 'rewrites', 'reads'],
  ['ALTER TABLE items ALTER COLUMN size TYPE bigint', 'ACCESS EXCLUSIVE', 'rewrites', 'reads'],
  ['ALTER TABLE items ALTER COLUMN note SET NOT NULL', 'ACCESS EXCLUSIVE', 'keeps', 'reads'],
  ['ALTER TABLE items ADD CONSTRAINT c CHECK (size > 0) NOT VALID', 'ACCESS EXCLUSIVE', 'keeps', 'leaves'],
  ['ALTER TABLE items VALIDATE CONSTRAINT later', 'SHARE UPDATE EXCLUSIVE', 'keeps', 'reads'],
  ['ALTER TABLE items DROP COLUMN note', 'ACCESS EXCLUSIVE', 'keeps', 'leaves'],
  ['CREATE INDEX i ON items (note)', 'SHARE', 'keeps', 'reads'],
  ['CREATE INDEX CONCURRENTLY i ON items (note)', 'SHARE UPDATE EXCLUSIVE', 'keeps', 'reads'],
  ['DROP INDEX CONCURRENTLY items_size_idx', 'SHARE UPDATE EXCLUSIVE', 'keeps', 'leaves'],
  ['UPDATE items SET size = 4', 'ROW EXCLUSIVE', 'keeps', 'reads'],
] as const;

const base = `
  CREATE TABLE items (id text PRIMARY KEY, size int, note text);
  CREATE INDEX items_size_idx ON items (size);
  ALTER TABLE items ADD CONSTRAINT later CHECK (size > 0) NOT VALID;
  CREATE TABLE others (id int);`;

let database: TestDatabase;
let written: WrittenMigrations;

beforeEach(async () => {
  database = await createEmptyDatabase();
  written = await writeMigrations({ '0001_items': base });
});
afterEach(async () => {
  await database.drop();
  await written.remove();
});

test.for(kinds)('%s takes %s, %s the table and %s its rows', async ([statement, lock, file, read]) => {
  await written.add('0002_it', `-- Of items.\n${statement};`);
  const measured = await measureMigration(database.url, { name: '0002_it', rows, folder: written.folder });
  const [step] = measured.steps;
  expect({ ...step, ms: 0 }).toEqual({
    locks: { items: lock },
    rewrites: file === 'rewrites' ? ['items'] : [],
    scans: read === 'reads' ? ['items'] : [],
    ms: 0,
  });
  expect(measured).toMatchObject({ rows, ms: step?.ms });
});

test('a table of partitions is filled, and its partitions count as it', async () => {
  await written.add('0002_days', 'CREATE TABLE days (day text, n int) PARTITION BY RANGE (day);');
  await written.add(
    '0003_it',
    'CREATE INDEX CONCURRENTLY days_n_idx ON days (n); ALTER TABLE days ALTER n TYPE bigint;',
  );
  const { steps } = await measureMigration(database.url, { name: '0003_it', rows, folder: written.folder });
  expect(steps).toMatchObject([
    { locks: { days: 'SHARE UPDATE EXCLUSIVE' }, scans: ['days'] },
    { locks: { days: 'ACCESS EXCLUSIVE' }, rewrites: ['days'] },
  ]);
});

test('a key that gets another order is exchanged under a lock, once its index was built', async () => {
  await written.add('0002_days', 'CREATE TABLE days (n int, day text, CONSTRAINT days_pkey PRIMARY KEY (n, day));');
  await written.add(
    '0003_it',
    'ALTER TABLE days DROP CONSTRAINT days_pkey, ADD CONSTRAINT days_pkey PRIMARY KEY (day, n);',
  );
  const { steps } = await measureMigration(database.url, { name: '0003_it', rows, folder: written.folder });
  expect(steps).toMatchObject([{ locks: { days: 'ACCESS EXCLUSIVE' }, rewrites: [], scans: ['days'] }]);
});

test('a table that becomes the partition of another one with its name is not rewritten', async () => {
  await written.add('0002_days', 'CREATE TABLE days (day text, n int);');
  await written.add(
    '0003_it',
    `BEGIN; ALTER TABLE days RENAME TO days_rest; CREATE TABLE days (LIKE days_rest) PARTITION BY RANGE (day);
     ALTER TABLE days ATTACH PARTITION days_rest DEFAULT; ALTER TABLE others ALTER id TYPE bigint; COMMIT;`,
  );
  const { steps } = await measureMigration(database.url, { name: '0003_it', rows, folder: written.folder });
  expect(steps).toMatchObject([{ rewrites: ['others'], scans: ['others'] }]);
});

test('every table of ours can be filled', async () => {
  expect((await migrationNames()).length).toBeGreaterThan(0);
  const ours = await createTestDatabase();
  const client = await openClient(ours.url);
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '\\_prisma%'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    await fillTables(
      client,
      tables.map(({ name }) => name),
      100,
    );
    for (const { name } of tables) {
      expect((await client.query(`SELECT count(*)::int AS n FROM "${name}"`)).rows, name).toEqual([{ n: 100 }]);
    }
  } finally {
    await client.end();
    await ours.drop();
  }
});
