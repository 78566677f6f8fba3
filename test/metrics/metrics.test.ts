/** What a scrape tells of a service that works, and of one whose database is gone (docs/rules.md#metrics). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { readScrape, type Scraped, scrape } from '../support/scraped.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let proxy: CutProxy;
let tidings: TestService;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startCutProxy(database.url);
  tidings = await startTestService({
    databaseUrl: proxy.url,
    env: { METRICS_PORT: '0', METRICS_PLATFORMS: '1' },
  });
  url = tidings.service.metrics?.url ?? '';
});

afterAll(async () => {
  proxy.mend();
  await tidings.stop();
  await proxy.stop();
  await database.drop();
});

const emitOf = (key: string, email: string) => ({
  type: 'order.shipped',
  idempotency_key: key,
  recipient: { email },
  payload: { order_number: '1', tracking_url: 'https://example.com/1' },
});

const readyz = async () => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
};

describe('a service that works', () => {
  test('tells what became of emits and mails, in words that are few and name nobody', async () => {
    const acme = await tidings.platform('Acme');
    const other = await tidings.platform('Northwind');
    const path = '/workspaces/ref:shop/events';
    for (const body of [
      emitOf('1', 'ada@gmail.com'),
      emitOf('1', 'ada@gmail.com'),
      emitOf('2', 'delivered@simulator.test'),
      { ...emitOf('3', 'bob@example.com'), type: 'unknown' },
    ]) {
      await acme.rest('POST', path, body);
    }
    await other.rest('POST', path, emitOf('1', 'eve@northwind-mail.example'));
    const mails = (seen: Scraped) =>
      ['gmail', 'simulated', 'other'].map((provider) =>
        seen.value('tidings_mails_total', { outcome: 'delivered', provider }),
      );
    await expect.poll(async () => mails(await scrape(url)), { interval: 500 }).toEqual([1, 1, 1]);
    const seen = await scrape(url);
    expect(seen.value('tidings_emits_total', { answer: 'accepted' })).toBe(3);
    expect(seen.value('tidings_emits_total', { answer: 'repeated' })).toBe(1);
    expect(seen.value('tidings_emits_total', { answer: 'validation_failed' })).toBe(1);
    expect(seen.value('tidings_mail_attempts_total', { outcome: 'delivered' })).toBe(2);
    // Simulated mail meets no server.
    expect(seen.value('tidings_mail_handover_seconds_count')).toBe(2);
    expect(seen.value('tidings_platform_emits_total', { platform: acme.platformId, answer: 'accepted' })).toBe(2);
    // There is room for one id.
    expect(seen.value('tidings_platform_emits_total', { platform: 'other', answer: 'accepted' })).toBe(1);
    for (const secret of ['ada', 'northwind', 'Northwind', 'example.com', 'Acme', other.platformId, acme.apiKey]) {
      expect(seen.text).not.toContain(secret);
    }
  });

  test('tells its queues, its pool, its caches and the machine', async () => {
    // The port may tell queues of ten seconds ago.
    const read = async () =>
      readScrape(await createMetrics({ app: tidings.service.app, queries: null, process: 1 }).text());
    const ahead = ({ value }: Scraped) => value('tidings_partitions_ahead_seconds', { table: 'webhooks' });
    // The worker may still be making them.
    await expect.poll(async () => ahead(await read())).toBeGreaterThan(14 * 86_400);
    const seen = await read();
    for (const queue of ['sending', 'webhooks', 'erasures', 'domains']) {
      expect(seen.value('tidings_queue_depth', { queue })).toBe(0);
      expect(seen.value('tidings_queue_oldest_due_seconds', { queue })).toBe(0);
    }
    expect(seen.value('tidings_processes', { role: 'worker' })).toBe(1);
    expect(seen.value('tidings_database_pool_connections', { state: 'used' })).toBeGreaterThanOrEqual(0);
    expect(seen.value('tidings_cache_lookups_total', { cache: 'api_keys', result: 'miss' })).toBeGreaterThan(0);
    expect(seen.value('tidings_cache_entries', { cache: 'api_keys' })).toBeGreaterThanOrEqual(0);
    expect(seen.value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(seen.value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(Math.abs(seen.value('tidings_clock_offset_seconds') ?? 99)).toBeLessThan(5);
    expect(seen.value('tidings_sweep_last_success_timestamp_seconds', { sweep: 'sweepMessages' })).toBeGreaterThan(1e9);
    expect(seen.value('tidings_work_held')).toBe(0);
  });

  test('is ready, part by part, and knows no other path', async () => {
    const parts = { database: 'ok', migrations: 'ok', listener: 'ok', queue: 'ok', process: 'ok' };
    expect(await readyz()).toEqual({ status: 200, body: { status: 'ok', parts } });
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    for (const path of ['/', '/v1/workspaces', '/metrics/']) expect((await fetch(`${url}${path}`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST', body: 'x' })).status).toBe(404);
    // The public port tells no metrics.
    expect((await fetch(`${tidings.service.url}/metrics`)).status).toBe(404);
  });
});

test('many scrapes read the database once in ten seconds', async () => {
  const { pool } = tidings.service.app.db;
  const began = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT coalesce(sum(xact_commit + xact_rollback), 0)::int AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0]?.n ?? 0;
  };
  await scrape(url);
  const before = await began();
  const started = performance.now();
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, () => scrape(url)));
  // Two hundred readings of a dozen facts each would be thousands of transactions; the sweeps make a few.
  expect(((await began()) - before) / Math.max(1, (performance.now() - started) / 1_000)).toBeLessThan(400);
});

test('a migration that the database lacks is named as what is not ready', async () => {
  const { readiness } = tidings.service.app.parts;
  readiness.noteMissing(['9999_later']);
  const { status, body } = await readyz();
  expect([status, body.parts.migrations]).toEqual([503, 'not ready']);
  expect((await scrape(url)).value('tidings_part_ready', { part: 'migrations' })).toBe(0);
  // As every ten seconds.
  readiness.noteMissing([]);
  expect((await readyz()).status).toBe(200);
});

test('a scrape while the database is gone answers at once, with what the process knows', async () => {
  proxy.cut();
  await expect.poll(async () => (await readyz()).status).toBe(503);
  const { body } = await readyz();
  expect(body).toMatchObject({ status: 'unavailable', parts: { database: 'not ready', process: 'ok' } });
  expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  const began = performance.now();
  const seen = await scrape(url);
  // Facts wait two seconds at most; a connection would be waited for ten.
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(seen.value('tidings_part_ready', { part: 'database' })).toBe(0);
  expect(seen.value('tidings_emits_total', { answer: 'accepted' })).toBe(3);
  proxy.mend();
  await expect.poll(async () => (await readyz()).status).toBe(200);
});
