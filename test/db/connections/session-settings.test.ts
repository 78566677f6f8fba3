/** The settings of every connection, on the server of the tests, which has others (test/support/hostile-settings.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { checkPooledSettings } from '../../../src/db/connections/check-pooled-settings.ts';
import { type Db, openDb, type Queryable } from '../../../src/db/connections/pool.ts';
import { ConfigError } from '../../../src/ground/config/config.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { startBoss } from '../../../src/turns/boss.ts';
import { hostileSettings } from '../../support/hostile-settings.ts';
import { openClient } from '../../support/open-client.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

/** What the service's connections have; costs of the planner are the operator's. */
const ours = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  standard_conforming_strings: 'on',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'auto',
  client_min_messages: 'warning',
  exit_on_error: 'off',
};
const names = Object.keys(ours);

const settingsOf = async (client: Queryable) => {
  const columns = names.map((name) => `current_setting('${name}') AS "${name}"`).join(', ');
  return (await client.query(`SELECT ${columns}`)).rows[0];
};

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ url: database.url, connections: 2, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('a connection has our settings whatever the server has:', () => {
  test('the server of the tests has each otherwise', async () => {
    const hostile = Object.fromEntries(names.map((name) => [name, hostileSettings[name]]));
    for (const name of names) expect(hostile[name], name).not.toBe(ours[name as keyof typeof ours]);
    const client = await db.pool.connect();
    try {
      await client.query('RESET ALL');
      expect(await settingsOf(client)).toEqual(hostile);
    } finally {
      client.release(true);
    }
  });

  test('the pool’s', async () => {
    expect(await settingsOf(db.pool)).toEqual(ours);
    expect(await db.transaction(settingsOf)).toEqual(ours);
  });

  test('the queue’s', async () => {
    const boss = await startBoss({ url: database.url, log: createLog('silent'), worker: false });
    try {
      const query = async (text: string) => boss.getDb().executeSql(text, []);
      expect(await settingsOf({ query } as unknown as Queryable)).toEqual(ours);
    } finally {
      await boss.stop({ graceful: false });
    }
  });
});

test('a time is read alike by the driver and by Prisma, and found by Prisma under that time', async () => {
  const createdAt = new Date('2026-03-08T07:30:00.123Z');
  const id = '01JZZZZZZZZZZZZZZZZZZZZZZ1';
  await db.pool.query('INSERT INTO platforms (id, name, created_at) VALUES ($1, $2, $3)', [id, 'Acme', createdAt]);
  const { rows } = await db.pool.query('SELECT created_at FROM platforms WHERE id = $1', [id]);
  expect(rows).toEqual([{ created_at: createdAt }]);
  const where = { createdAt: { gte: createdAt, lte: createdAt } };
  expect(await db.prisma.platform.findMany({ where, select: { createdAt: true } })).toEqual([{ createdAt }]);
});

test('a migration finds extensions that stand in a schema of their own', async () => {
  const empty = await createEmptyDatabase();
  try {
    const client = await openClient(empty.url);
    await client.query(`CREATE SCHEMA "its own"; CREATE EXTENSION pg_trgm SCHEMA "its own";
      CREATE EXTENSION btree_gin SCHEMA "its own"`);
    expect((await migrate(empty.url)).applied.length).toBeGreaterThan(0);
    const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'messages'");
    expect(rows).toHaveLength(1);
    await client.end();
  } finally {
    await empty.drop();
  }
});

test('a database that is not in UTF-8 is refused before anything is made in it', async () => {
  const url = new URL(database.url);
  const name = `latin_${url.pathname.slice(1)}`;
  await db.pool.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`);
  try {
    url.pathname = `/${name}`;
    await expect(migrate(url.href)).rejects.toThrow('DATABASE_URL: the database keeps its text in LATIN1');
  } finally {
    await db.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

describe('behind a pooler of transactions', () => {
  test('a transaction says again what the pooler does not follow', async () => {
    const pooled = openDb({
      url: database.url,
      listenUrl: `${database.url}?sslmode=disable`,
      connections: 1,
      onError() {},
    });
    try {
      // The only connection is now one on which the first statement of a client never ran.
      await pooled.pool.query('RESET ALL');
      const followed = ['TimeZone', 'DateStyle', 'IntervalStyle', 'standard_conforming_strings'];
      const pace = [
        'jit',
        'max_parallel_workers_per_gather',
        'plan_cache_mode',
        'client_min_messages',
        'exit_on_error',
      ];
      const found = await pooled.transaction(settingsOf);
      const wrong = names.filter((name) => found[name] !== ours[name as keyof typeof ours]);
      expect(wrong.sort()).toEqual([...followed, ...pace].sort());
      const level = await pooled.transaction((client) => client.query('SHOW transaction_isolation'));
      expect(level.rows).toEqual([{ transaction_isolation: 'read committed' }]);
    } finally {
      await pooled.close();
    }
  });

  test('a role whose statements would mean something else is refused at the start, with the cure', async () => {
    const refused = await checkPooledSettings(database.url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    const [fault = ''] = (refused as ConfigError).faults;
    const cures = fault.match(/ALTER ROLE [^;]+;/g) ?? [];
    expect(cures).toHaveLength(3);
    const client = await openClient(database.url);
    try {
      for (const cure of cures) await client.query(cure);
      await expect(checkPooledSettings(database.url)).resolves.toBeUndefined();
    } finally {
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${new URL(database.url).pathname.slice(1)} RESET ALL`);
      await client.end();
    }
  });
});
