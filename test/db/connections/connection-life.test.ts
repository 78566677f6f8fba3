/** A plan that was made for an empty table ends with its connection, also where nobody analyses the table. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Db, openDb } from '../../../src/db/connections/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const life = 1_000;
/** Milliseconds. */
const patience = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ url: database.url, connections: 1, life, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const pid = async () => (await db.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
const kept = async () => (await db.pool.query('SELECT FROM pg_prepared_statements')).rowCount;

test('a connection that is never idle is replaced, and with it what it keeps', async () => {
  const first = await pid();
  await db.pool.query({ name: 'kept', text: 'SELECT FROM contacts WHERE id = $1', values: ['none'] });
  expect([await pid(), await kept()]).toEqual([first, 1]);
  await vi.waitUntil(async () => (await pid()) !== first, patience);
  expect(await kept()).toBe(0);
  await db.pool.query({ name: 'kept', text: 'SELECT FROM contacts WHERE id = $1', values: ['none'] });
  expect(await kept()).toBe(1);
});

test('a transaction keeps its connection to its end', async () => {
  const own = `SELECT pg_backend_pid() AS pid,
                      extract(epoch FROM clock_timestamp() - now()) * 1000 > $1::int AS "isOver"`;
  const pids = new Set<number>();
  await db.transaction(async (client) => {
    await vi.waitUntil(async () => {
      const { rows } = await client.query<{ pid: number; isOver: boolean }>(own, [2 * life]);
      for (const row of rows) pids.add(row.pid);
      return rows[0]?.isOver === true;
    }, patience);
  });
  expect(pids.size).toBe(1);
  expect(await pid()).not.toBe([...pids][0]);
});
