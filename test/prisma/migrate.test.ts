import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationNames } from '../../prisma/history/read-migrations.ts';
import { migrate } from '../../prisma/migrate.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const migrateProcess = fileURLToPath(new URL('./migrate-process.ts', import.meta.url));

/** Migrates in a process of its own; resolves with what it applied. */
function migrateElsewhere(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(migrateProcess, [database.url], { execArgv: [] });
    child.on('message', (message) => {
      resolve(message as readonly string[]);
      // The engine's driver keeps a timer of some seconds, for which nothing waits.
      child.kill();
    });
    child.on('exit', (code) => reject(new Error(`exit ${code}`)));
  });
}

test('of five processes that start at once on an empty database, one migrates it', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, migrateElsewhere));
  const names = await migrationNames();
  expect(applied.flat()).toEqual(names);
  expect(applied.filter((list) => list.length > 0)).toHaveLength(1);
});

test('five calls at once in one process apply each migration once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(answers.flatMap(({ applied }) => applied)).toEqual(await migrationNames());
});

test('a second run applies nothing and leaves the history as it is', async () => {
  await migrate(database.url);
  const client = await openClient(database.url);
  const history = async () => (await client.query('SELECT * FROM _prisma_migrations ORDER BY id')).rows;
  const before = await history();
  expect(await migrate(database.url)).toEqual({ applied: [] });
  expect(await history()).toEqual(before);
  await client.end();
});
