/** Tables that grow from empty are analysed within seconds, also where no process has the role of a worker. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { analyzeGrowth, analyzeTable } from '../../src/db/analyze-growth.ts';
import { startTestService, type TestService } from '../support/service.ts';

const rows = 1_000;
/** Milliseconds; autovacuum would look once a minute at the earliest, and the database of the tests has none. */
const patience = { timeout: 30_000, interval: 100 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ROLES: 'api' } });
});
afterAll(() => service.stop());

/** Adds so many suppressions, of addresses at the domain, to a platform of its own. */
async function addSuppressions(domain: string, count: number): Promise<void> {
  const { platformId } = await service.platform(domain, domain);
  await counted(
    `INSERT INTO suppressions (platform_id, id, email, address_hash, reason, blocks, created_at)
     SELECT $1, 's' || n, n || '@a.test', sha256(n::text::bytea), 'hard_bounce', 'all', now() FROM generate_series(1, $2::int) n`,
    [platformId, count],
  );
}

/** Runs a statement whose changes PostgreSQL counts at once, instead of within a second. */
async function counted(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = await service.service.app.db.pool.connect();
  try {
    await client.query(text, [...values]);
    await client.query('SELECT pg_stat_force_next_flush()');
  } finally {
    client.release();
  }
}

/** Rows that the last ANALYZE found, and the number of times that one ran. */
async function analyses(): Promise<{ readonly tuples: number; readonly times: number }> {
  const { rows: found } = await service.service.app.db.pool.query<{ tuples: number; times: number }>(
    `SELECT c.reltuples::int AS tuples, s.analyze_count::int AS times
     FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.oid = 'suppressions'::regclass`,
  );
  return found[0] ?? { tuples: 0, times: 0 };
}

test('a process that only accepts analyses a table that grew', async () => {
  await addSuppressions('acme.test', rows);
  await vi.waitUntil(async () => (await analyses()).tuples === rows, patience);
  expect(service.service.app.config.roles.has('worker')).toBe(false);
});

test('a table is analysed again once it has three times as many rows and 500 more, not when rows change', async () => {
  const { app } = service.service;
  const before = await analyses();
  expect(before).toMatchObject({ tuples: rows });
  for (let round = 0; round < 5; round += 1) await counted('UPDATE suppressions SET created_at = now()');
  await addSuppressions('beta.test', 2 * rows + 500);
  await analyzeGrowth(app);
  expect(await analyses()).toEqual(before);
  await addSuppressions('gamma.test', 1);
  await vi.waitUntil(async () => {
    await analyzeGrowth(app);
    return (await analyses()).times > before.times;
  }, patience);
  expect(await analyses()).toEqual({ tuples: 3 * rows + 501, times: before.times + 1 });
});

test('a partition that grew is analysed with its table', async () => {
  const { pool } = service.service.app.db;
  await counted(
    `INSERT INTO audit_entries (id, operation, object_type, request_id, created_at)
     SELECT 'grown-' || n, 'workspaceSuspend', 'Workspace', 'r', now() FROM generate_series(1, $1::int) n`,
    [rows],
  );
  const known = async () =>
    (await pool.query(`SELECT FROM pg_stats WHERE tablename = 'audit_entries' AND attname = 'id' AND n_distinct = -1`))
      .rowCount;
  await vi.waitUntil(async () => {
    await analyzeGrowth(service.service.app);
    return (await known()) === 1;
  }, patience);
});

test('a table that is locked holds up no statistics of another', async () => {
  const { pool } = service.service.app.db;
  await pool.query('CREATE TABLE growing (own text); CREATE TABLE growing_too (own text)');
  const blocker = await pool.connect();
  try {
    await blocker.query('BEGIN; LOCK TABLE growing_too IN SHARE UPDATE EXCLUSIVE MODE');
    await counted('INSERT INTO growing_too SELECT generate_series(1, $1::int)', [rows]);
    await counted('INSERT INTO growing SELECT generate_series(1, $1::int)', [rows]);
    const known = async (table: string) =>
      (await pool.query('SELECT FROM pg_stats WHERE tablename = $1 AND n_distinct = -1', [table])).rowCount === 1;
    await vi.waitUntil(() => known('growing'), patience);
    expect(await known('growing_too')).toBe(false);
    await blocker.query('COMMIT');
    await vi.waitUntil(() => known('growing_too'), patience);
  } finally {
    blocker.release(true);
    await pool.query('DROP TABLE growing, growing_too');
  }
});

test('a connection that plans while a table is analysed keeps no plan without the statistics', async () => {
  const { pool } = service.service.app.db;
  // Too small for a run of the process.
  const few = 400;
  await pool.query('CREATE TABLE growing (usual text, own text)');
  await pool.query('CREATE INDEX growing_own ON growing (own); CREATE INDEX growing_usual ON growing (usual)');
  const [kept, analyzing] = await Promise.all([pool.connect(), pool.connect()]);
  const index = async () => {
    const text = 'SELECT FROM growing WHERE usual = $1 AND own = $2';
    await kept.query({ name: 'kept', text, values: ['all', 'one'] });
    const { rows: lines } = await kept.query(`EXPLAIN EXECUTE kept ('all', 'one')`);
    return /growing_(?:usual|own)/.exec(JSON.stringify(lines))?.[0];
  };
  try {
    await kept.query('SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off');
    expect(await index()).toBe('growing_usual');
    await pool.query(`INSERT INTO growing SELECT 'all', n::text FROM generate_series(1, $1::int) n`, [few]);
    await analyzing.query('BEGIN');
    await analyzeTable(analyzing, 'growing');
    await index();
    await analyzing.query('COMMIT');
    expect(await index()).toBe('growing_own');
  } finally {
    kept.release(true);
    analyzing.release(true);
    await pool.query('DROP TABLE growing');
  }
});
