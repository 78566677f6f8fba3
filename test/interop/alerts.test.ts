/**
 * Each alert of ops/alerts.yaml fires (docs/rules.md#alerts): services are driven into each state and scraped, and promtool
 * judges the rules by what they told.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { newId } from '../../src/ground/ids.ts';
import { systemClock } from '../../src/ground/time/clock.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { mergeMetrics } from '../../src/metrics/merge-metrics.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { alertsFile, readAlerts } from '../metrics/alert-files.ts';
import { completeWebhooks } from '../support/complete-webhooks.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { readScrape } from '../support/scraped.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { judgeReplays, type Replay } from './replay.ts';

const day = 86_400_000;
/** By how much the machine of the idle service is ahead; milliseconds. */
const ahead = 20_000;

let folder: string;
let database: TestDatabase;
let proxy: CutProxy;
/** All roles: mail and webhooks go out, or fail. */
let busy: TestService;
/** No worker: what waits goes on waiting. */
let idle: TestService;
const replays: Replay[] = [];

/** A scrape whose facts are read now: a scrape by the port may tell those of ten seconds ago. */
const scrapeOf = (app: App) => createMetrics({ app, queries: null, process: 1 }).text();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-alerts-'));
  database = await createTestDatabase();
  proxy = await startCutProxy(database.url);
  busy = await startTestService({ databaseUrl: proxy.url });
  const files = await writeCertificate(5);
  idle = await startTestService({
    machine: { ...systemClock, now: () => new Date(Date.now() + ahead) },
    env: {
      ROLES: 'api,inbound',
      INBOUND_TLS_CERT: files.certFile,
      INBOUND_TLS_KEY: files.keyFile,
      // Nobody listens there.
      PICTURE_STORE_URL: 'http://127.0.0.1:9/shelf',
      PICTURE_STORE_KEY_ID: 'key',
      PICTURE_STORE_SECRET_KEY: 'secret',
    },
  });
});

afterAll(async () => {
  proxy.mend();
  await busy.stop();
  await idle.stop();
  await proxy.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function writeCertificate(days: number) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=bounces.example.com',
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + days * day),
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  await writeFile(certFile, certificate.toString('pem'));
  await writeFile(
    keyFile,
    `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`,
  );
  return { certFile, keyFile };
}

let emits = 0;
async function emit(backend: Backend, email: string): Promise<number> {
  emits += 1;
  const { status } = await backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: `key-${emits}`,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  return status;
}

const mailsIn = (app: App, outcome: string) =>
  app.parts.meters.mails
    .counts()
    .filter(({ words }) => words[0] === outcome)
    .reduce((sum, { count }) => sum + count, 0);

test('promtool takes the rules', () => {
  const said = execFileSync('promtool', ['check', 'rules', alertsFile], { encoding: 'utf8' });
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

test('a service that works is scraped', async () => {
  const { app } = busy.service;
  const acme = await busy.platform('Acme');
  const before = await scrapeOf(app);
  for (let n = 0; n < 5; n += 1) await emit(acme, `person-${n}@example.com`);
  await expect.poll(() => mailsIn(app, 'delivered')).toBe(5);
  const after = await scrapeOf(app);
  replays.push({ name: 'nothing is wrong', before, after, more: { 'up{job="tidings"}': '1x240' }, fires: null });
});

test('mail that servers put off, refuse and take late is scraped', async () => {
  const { app } = busy.service;
  const { pool } = app.db;
  const shop = await busy.platform('Northwind');
  busy.mail.refuse('later@example.com', [{ code: 451, text: '4.3.0 try again later' }]);
  const before = await scrapeOf(app);
  await emit(shop, 'later@example.com');
  await expect.poll(() => mailsIn(app, 'retried')).toBe(1);
  replays.push({ name: 'put off', before, after: await scrapeOf(app), fires: ['TidingsAttemptsFailing'] });

  const slow = await scrapeOf(app);
  const delivered = mailsIn(app, 'delivered');
  await pool.query(
    `UPDATE messages SET created_at = created_at - interval '1 hour', due_at = now() WHERE state = 'queued'`,
  );
  await expect.poll(() => mailsIn(app, 'delivered')).toBe(delivered + 1);
  replays.push({ name: 'slow', before: slow, after: await scrapeOf(app), fires: ['TidingsHandoverSlow'] });

  busy.mail.refuse('nobody@example.com', [{ code: 550, text: '5.1.1 no such user' }]);
  const refused = await scrapeOf(app);
  await emit(shop, 'nobody@example.com');
  await expect.poll(() => mailsIn(app, 'bounced')).toBe(1);
  replays.push({ name: 'refused', before: refused, after: await scrapeOf(app), fires: ['TidingsBounces'] });
});

test('webhooks that fail are scraped', async () => {
  const { app } = busy.service;
  const sink = await busy.webhookSink();
  const shop = await busy.platform('Hooked');
  sink.answerAlways(500);
  await shop.rest('POST', '/webhook-secrets', {});
  expect((await shop.rest('POST', '/webhook-endpoints', { url: sink.url, types: ['message.delivered'] })).status).toBe(
    201,
  );
  const before = await scrapeOf(app);
  await emit(shop, 'delivered@simulator.test');
  const failed = () => app.parts.meters.webhookAttempts.counts().filter(({ words }) => words[0] !== 'delivered').length;
  await expect.poll(failed).toBeGreaterThan(0);
  replays.push({ name: 'failing receivers', before, after: await scrapeOf(app), fires: ['TidingsWebhooksFailing'] });
});

test('a lost lease, a crowded pool and a blocked loop are scraped', async () => {
  const { app } = busy.service;
  const before = await scrapeOf(app);
  await app.db.pool.query(
    `UPDATE messages SET state = 'sending', lease_until = now() - interval '1 minute', ended_at = NULL
     WHERE (workspace_id, id) = (SELECT workspace_id, id FROM messages WHERE state = 'delivered' AND simulation IS NULL LIMIT 1)`,
  );
  const lost = () => app.parts.meters.lostLeases.counts().reduce((sum, { count }) => sum + count, 0);
  await sweepMessages(app);
  await expect.poll(lost).toBe(1);
  replays.push({ name: 'lost', before, after: await scrapeOf(app), fires: ['TidingsLostLeases'] });

  const roomy = await scrapeOf(app);
  const held = await Promise.all([1, 2, 3, 4].map(() => app.db.pool.connect()));
  const waiting = Array.from({ length: 400 }, () => app.db.pool.query('SELECT pg_sleep(0.1)'));
  await Promise.all(waiting);
  for (const client of held) client.release();
  replays.push({ name: 'crowded', before: roomy, after: await scrapeOf(app), fires: ['TidingsPoolCrowded'] });

  const metrics = createMetrics({ app, queries: null, process: 1 });
  await metrics.text();
  for (let n = 0; n < 3; n += 1) {
    const until = performance.now() + 800;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
  replays.push({ name: 'blocked', before: null, after: await metrics.text(), fires: ['TidingsLoopBlocked'] });
});

test('what waits without a worker, and duties that are late, are scraped', async () => {
  const { app } = idle.service;
  const sql = (text: string, ...values: readonly unknown[]) => app.db.pool.query(text, [...values]);
  const shop = await idle.platform('Waiting');
  const { platformId } = shop;
  await emit(shop, 'ada@example.com');
  await emit(shop, 'old@example.com');
  await sql(`UPDATE messages SET due_at = now() - interval '1 hour'`);
  await sql(
    `UPDATE events SET created_at = created_at - interval '93 days' WHERE idempotency_key = $1`,
    `key-${emits}`,
  );
  const endpoints = [0, 1, 2, 3].map(() => newId(new Date()));
  for (const [n, endpoint] of endpoints.entries()) {
    await sql(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, failures, paused_until, created_at, updated_at)
       VALUES ($1, $2, 'https://hooks.test/', '{message.delivered}', $3::int, CASE WHEN $3::int > 0 THEN now() + interval '1 hour' END, now(), now())`,
      platformId,
      endpoint,
      n === 0 ? 0 : 7,
    );
  }
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, created_at)
     VALUES ($1, $2, $3, 'message.delivered', 'service', now() - interval '1 hour')`,
    platformId,
    newId(new Date()),
    endpoints[0],
  );
  await completeWebhooks(app.db.pool);
  await erasePerson({ app, platformId, apiKeyId: null, workspaceId: null }, 'ref:shop', { email: 'gone@example.com' });
  await sql(`UPDATE erasures SET requested_at = requested_at - interval '2 hours'`);
  await app.parts.pictureStore?.check();
  await sql(
    `INSERT INTO picture_removals (platform_id, object, due_at, next_at)
     VALUES ($1, 'pictures/x', now() - interval '2 hours', now() + interval '1 hour')`,
    platformId,
  );
  await sql(`CREATE TABLE aging (day date) PARTITION BY RANGE (day)`);
  await sql(
    `CREATE TABLE aging_now PARTITION OF aging FOR VALUES FROM ('2020-01-01') TO ('${new Date(Date.now() + day).toISOString().slice(0, 10)}')`,
  );
  await sql(
    `INSERT INTO figure_changes (platform_id, workspace_id, day, event_type_id, template_version_id, provider, fact, messages)
     SELECT platform_id, workspace_id, day, event_type_id, template_version_id, provider, fact, messages
     FROM (SELECT * FROM figure_changes LIMIT 1) f, generate_series(1, 10001)`,
  );
  await sql(`UPDATE deployment SET held_before = now() - interval '30 days', held_at = now()`);
  await app.parts.restoreWatch.look();
  app.parts.readiness.noteMissing(['9999_later']);
  replays.push({
    name: 'waiting',
    before: null,
    after: await scrapeOf(app),
    fires: [
      'TidingsNoWorker',
      'TidingsMailLate',
      'TidingsWebhooksLate',
      'TidingsBreakersOpen',
      'TidingsErasuresOverdue',
      'TidingsPictureStoreDown',
      'TidingsPictureRemovalsOverdue',
      'TidingsRetentionBehind',
      'TidingsPartitionsShort',
      'TidingsFiguresBehind',
      'TidingsWorkHeld',
      'TidingsNotReady',
      'TidingsClockOff',
      'TidingsCertificateEnds',
    ],
  });
  app.parts.readiness.noteMissing([]);

  await sql('ALTER TABLE figure_changes RENAME TO figure_changes_gone');
  const before = await scrapeOf(app);
  const after = await scrapeOf(app);
  await sql('ALTER TABLE figure_changes_gone RENAME TO figure_changes');
  expect(readScrape(after).value('tidings_queue_depth', { queue: 'figures' })).toBe(null);
  replays.push({ name: 'blind', before, after, fires: ['TidingsBlind'] });
});

test('a database that is gone, and requests that it leaves unserved, are scraped', async () => {
  const { app } = busy.service;
  const shop = await busy.platform('Unserved');
  const before = await scrapeOf(app);
  proxy.cut();
  await expect.poll(() => app.db.isAnswering()).toBe(false);
  // A key is remembered for less than a second.
  await expect.poll(async () => (await shop.rest('GET', '/workspaces')).status).toBe(503);
  for (let n = 0; n < 20; n += 1) expect((await shop.rest('GET', '/workspaces')).status).toBe(503);
  const after = await scrapeOf(app);
  proxy.mend();
  replays.push({
    name: 'no database',
    before,
    after,
    sweeps: 'stand still',
    fires: ['TidingsDatabaseGone', 'TidingsRequestsUnserved', 'TidingsSweepStalled'],
  });
});

test('every alert fires in its state, and none where nothing is wrong', async () => {
  const [healthy] = replays;
  if (!healthy) throw new Error('The service was scraped');
  const { after } = healthy;
  const up = { 'up{job="tidings"}': '0x240' };
  replays.push(
    { name: 'gone', before: null, after, more: up, fires: ['TidingsDown'] },
    {
      name: 'one of two processes',
      before: null,
      after: mergeMetrics(
        new Map([
          [1, after],
          [2, null],
        ]),
      ),
      fires: ['TidingsProcessDown'],
    },
    // No process of a test starts again and again, or takes a gigabyte: these two values are changed by hand.
    {
      name: 'restarts',
      before: null,
      after: after.replace(/^process_start_time_seconds.*$/m, ''),
      more: { 'process_start_time_seconds{job="tidings"}': '0+300x240' },
      fires: ['TidingsRestarting'],
    },
    {
      name: 'memory',
      before: null,
      after: after.replace(/^(process_resident_memory_bytes\S*) .*$/m, '$1 1500000000'),
      fires: ['TidingsMemoryHigh'],
    },
  );
  expect(await judgeReplays(replays, Date.now() / 1_000)).toBe('');
  const fired = new Set(replays.flatMap(({ fires }) => fires ?? []));
  const alerts = (await readAlerts()).map(({ alert }) => alert);
  expect([...fired].sort()).toEqual([...alerts].sort());
});
