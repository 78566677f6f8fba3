/** `npm run migrate` as an operator runs it (docs/upgrading.md). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checksumOf, migrationNames } from '../../prisma/history/read-migrations.ts';
import { migrate } from '../../prisma/migrate.ts';
import { planMigrations } from '../../prisma/plan-migrations.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { writeMigrations } from './write-migrations.ts';

const command = fileURLToPath(new URL('../../src/migrate-database.ts', import.meta.url));
let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(async () => {
  await database.drop();
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = { DATABASE_URL: database.url }) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', command, ...args], {
    env: { PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    complained += part;
  });
  const [status] = await once(child, 'close');
  return { status, said, complained };
}

test('it migrates with DATABASE_URL alone, the plan before says 3 and the one behind it 0', async () => {
  const names = await migrationNames();
  const before = await run(['--plan']);
  expect(before).toMatchObject({ status: 3, said: expect.stringMatching(/^The database is empty/) });
  expect(await run([])).toMatchObject({ status: 0, said: `Applied: ${names.join(', ')}.\n` });
  expect(await run(['--plan'])).toEqual({ status: 0, said: 'Nothing is to be done.\n', complained: '' });
});

test('it says 2 for arguments that it does not know, and 1 without a database', async () => {
  expect(await run(['--plam'])).toMatchObject({ status: 2, complained: 'npm run migrate [-- --plan]\n' });
  expect(await run([], {})).toMatchObject({ status: 1, complained: expect.stringMatching(/DATABASE_URL/) });
});

test('it says 5 and what to do where the database is newer', async () => {
  await migrate(database.url);
  const client = await openClient(database.url);
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('later', '', '9999_later', now())`);
  await client.end();
  for (const args of [[], ['--plan']]) {
    expect(await run(args)).toMatchObject({
      status: 5,
      said: '',
      complained: expect.stringMatching(
        /^The database is newer than this version: it has 9999_later.*Start the version/,
      ),
    });
  }
});

test('a plan shows each step with its locks, what it rewrites and reads, its time, and which versions work', async () => {
  const written = await writeMigrations({ '0001_a': 'CREATE TABLE items (id int, note text);' });
  try {
    await migrate(database.url, undefined, { folder: written.folder });
    const script =
      'ALTER TABLE items ADD COLUMN size int;\nCREATE INDEX CONCURRENTLY items_size_idx ON items (size);\n';
    await written.add('0002_size', script, '0001_a', {
      checksum: checksumOf(script),
      rows: 1_000_000,
      ms: 1_234,
      steps: [
        { locks: { items: 'ACCESS EXCLUSIVE' }, rewrites: [], scans: [], ms: 2 },
        { locks: { items: 'SHARE UPDATE EXCLUSIVE' }, rewrites: [], scans: ['items'], ms: 1_232 },
      ],
    });
    await written.add('0003_gone', 'ALTER TABLE items DROP COLUMN note;', null);
    await written.add('0004_later', 'SELECT 1;', '0003_gone');
    expect(await planMigrations(database.url, { folder: written.folder })).toEqual({
      pending: ['0002_size', '0003_gone', '0004_later'],
      lines: [
        '',
        '0002_size (1,234 ms on 1,000,000 rows)',
        '  1. ALTER TABLE items ADD COLUMN size int',
        '     locks items: ACCESS EXCLUSIVE, reads and writes wait',
        '     took 2 ms',
        '  2. CREATE INDEX CONCURRENTLY items_size_idx ON items (size)',
        '     locks items: SHARE UPDATE EXCLUSIVE, reads and writes go on',
        '     reads all of items',
        '     took 1,232 ms',
        '     outside of a transaction',
        '  The version before works beside it: every one from 0001_a on.',
        '',
        '0003_gone (not measured)',
        '  1. ALTER TABLE items DROP COLUMN note',
        '  No version before it works beside it: stop every process first.',
        '',
        '0004_later (not measured)',
        '  1. SELECT 1',
        '  The version of this database, 0001_a, does not work beside it: only those from 0003_gone on do. Go there first.',
      ],
    });
  } finally {
    await written.remove();
  }
});

test('a migration of another text than the measured one counts as not measured', async () => {
  const written = await writeMigrations({ '0001_a': 'SELECT 1;' });
  try {
    await migrate(database.url, undefined, { folder: written.folder });
    await written.add('0002_b', 'SELECT 2;', '0001_a', { checksum: 'another', rows: 1, ms: 1, steps: [] });
    const { lines } = await planMigrations(database.url, { folder: written.folder });
    expect(lines).toContain('0002_b (not measured)');
  } finally {
    await written.remove();
  }
});
