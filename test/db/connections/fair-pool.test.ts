/** The pool of connections as the service opens it: whose turn it is, and how long PostgreSQL may take. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import type { Party } from '../../../src/db/connections/connection-room.ts';
import { isUnavailable } from '../../../src/db/connections/is-unavailable.ts';
import { asParty } from '../../../src/db/connections/party.ts';
import { type Db, openDb } from '../../../src/db/connections/pool.ts';
import { maintenanceLimits, requestLimits } from '../../../src/db/connections/time-limits.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { startBoss } from '../../../src/turns/boss.ts';
import { openClient } from '../../support/open-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const acme: Party = { kind: 'requests', name: 'acme' };
const blue: Party = { kind: 'requests', name: 'blue' };

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ url: database.url, connections: 4, onError: () => undefined });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const timeouts = `
  SELECT json_object_agg(name, setting::int) AS limits FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`;

const asSettings = ({ statement, lock, idle }: typeof requestLimits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
});

describe('time limits', () => {
  it('hold for each connection, Prisma’s reads and each transaction', async () => {
    const { rows } = await db.pool.query(timeouts);
    expect(rows[0].limits).toEqual(asSettings(requestLimits));
    expect(await db.prisma.$queryRawUnsafe(timeouts)).toEqual([{ limits: asSettings(requestLimits) }]);
    const maintained = await db.transaction((client) => client.query(timeouts), maintenanceLimits);
    expect(maintained.rows[0].limits).toEqual(asSettings(maintenanceLimits));
    const after = await Promise.all(Array.from({ length: 4 }, () => db.pool.query(timeouts)));
    for (const { rows: settings } of after) expect(settings[0].limits).toEqual(asSettings(requestLimits));
  });

  it('hold for the connections of the queue', async () => {
    const boss = await startBoss({ url: database.url, log: createLog('silent'), worker: false });
    try {
      const { rows } = await boss.getDb().executeSql(timeouts, []);
      expect(rows[0].limits.statement_timeout).toBeGreaterThan(requestLimits.statement);
      expect(rows[0].limits.lock_timeout).toBe(30_000);
    } finally {
      await boss.stop({ graceful: false });
    }
  });

  it('a pooler that hands a limited connection to a migration does not stop the migration', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const holder = await openClient(database.url);
    await holder.query('BEGIN; LOCK TABLE _prisma_migrations');
    const waitsLonger = `
      SELECT FROM pg_stat_activity
      WHERE application_name = 'tidings migrate' AND datname = current_database() AND wait_event_type = 'Lock'
        AND clock_timestamp() - query_start > '300 ms'`;
    await db.pool.query(`ALTER DATABASE ${name} SET statement_timeout = 100`);
    try {
      const migrated = migrate(database.url).catch((error: unknown) => error);
      await Promise.race([expect.poll(async () => (await db.pool.query(waitsLonger)).rowCount).toBe(1), migrated]);
      await holder.query('ROLLBACK');
      expect(await migrated).toEqual({ applied: [] });
    } finally {
      await holder.end();
      await db.pool.query(`ALTER DATABASE ${name} RESET statement_timeout`);
    }
  });

  it.each([
    ['a statement that takes too long', '57014', 'SELECT pg_sleep(600)', { statement: 200, lock: 60_000 }],
    [
      'a lock that another transaction holds',
      '55P03',
      'SELECT pg_advisory_xact_lock(77)',
      { statement: 60_000, lock: 50 },
    ],
  ])('%s is no fault of ours', async (_what, code, text, limit) => {
    const holder = await openClient(database.url);
    await holder.query('SELECT pg_advisory_lock(77)');
    try {
      const limits = { ...limit, idle: 60_000 };
      const failure = await db.transaction((client) => client.query(text), limits).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code });
      expect(isUnavailable(failure)).toBe(true);
    } finally {
      await holder.end();
    }
  });

  it('a transaction that is left idle is ended, and its connection is not used again', async () => {
    const limits = { statement: 60_000, lock: 60_000, idle: 300 };
    const idle = db.transaction(async (client) => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      const isThere = async () =>
        (await db.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0].pid])).rowCount;
      await expect.poll(isThere).toBe(0);
      return client.query('SELECT 1');
    }, limits);
    const failure = await idle.catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

// Prisma begins a query when it is awaited, so these are awaited as their party.
describe('a platform whose statements hang', () => {
  it('leaves connections to others, for raw SQL and for Prisma', async () => {
    const holder = await openClient(database.url);
    await holder.query('SELECT pg_advisory_lock(78)');
    const hanging = Array.from({ length: 10 }, () =>
      asParty(acme, () => db.pool.query('SELECT pg_advisory_xact_lock(78)')),
    );
    const reads = Array.from({ length: 10 }, () => asParty(acme, async () => await db.prisma.platform.findMany()));
    try {
      const others = Array.from({ length: 20 }, () =>
        asParty(blue, async () => {
          await db.pool.query('SELECT 1');
          return await db.prisma.platform.findMany();
        }),
      );
      expect(await Promise.all(others)).toEqual(others.map(() => []));
    } finally {
      await holder.end();
    }
    await Promise.all([...hanging, ...reads]);
  });

  it('what waits too long is told to come back, through Prisma too', async () => {
    const small = openDb({ url: database.url, connections: 2, onError: () => undefined, patience: 100 });
    const holder = await openClient(database.url);
    await holder.query('SELECT pg_advisory_lock(79)');
    const hanging = asParty(acme, () => small.pool.query('SELECT pg_advisory_xact_lock(79)'));
    try {
      const waits = [
        asParty(acme, () => small.pool.query('SELECT 1')),
        asParty(acme, async () => await small.prisma.platform.findMany()),
        asParty(acme, () => small.transaction((client) => client.query('SELECT 1'))),
      ];
      const failures = await Promise.all(waits.map((wait) => wait.catch((error: unknown) => error)));
      expect(failures.map(isUnavailable)).toEqual([true, true, true]);
    } finally {
      await holder.end();
      await hanging;
      await small.close();
    }
  });
});
