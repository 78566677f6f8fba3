/** A database that was restored: nothing of the backup goes out before the operator decides, and new mail does. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import type { Decision } from '../../src/deployment/decide-held.ts';
import { settleRestore } from '../../src/deployment/settle-restore.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';
import { sendTestWebhook } from '../../src/webhooks/endpoints/send-test-webhook.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { openClient } from '../support/open-client.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);
const waiting = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
/** Of these an attempt is under way. */
const underWay = 2;
const webhooks = 3;

const emit = (backend: Backend, email: string) =>
  backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: email,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });

async function platformOf(url: string): Promise<string> {
  const client = await openClient(url);
  const { rows } = await client.query<{ id: string }>('SELECT id FROM platforms');
  await client.end();
  return rows[0]?.id ?? '';
}

/** Accepts mail without sending, and leaves webhooks that are due. */
async function fill(url: string): Promise<Backend> {
  const tidings = await startTestService({ databaseUrl: url, env: { ROLES: 'api' } });
  const backend = await tidings.platform('Acme');
  const made = await backend.rest('POST', '/webhook-endpoints', {
    url: 'https://hooks.test:9/x',
    types: ['workspace.health_changed'],
  });
  expect(made.status).toBe(201);
  const { app } = tidings.service;
  const ctx = { app, platformId: await platformOf(url), apiKeyId: null, workspaceId: null };
  for (let n = 0; n < webhooks; n += 1) await sendTestWebhook(ctx, made.body.data.id, 'message.delivered');
  for (const email of waiting) expect((await emit(backend, email)).status).toBe(202);
  await tidings.stop();
  const client = await openClient(url);
  await client.query(
    `UPDATE messages SET state = 'sending', attempt_number = 1, lease_until = clock_timestamp() + interval '10 seconds'
     WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT ${underWay})`,
  );
  const { rows } = await client.query('SELECT count(*)::int AS n FROM pending_webhooks');
  expect(rows).toEqual([{ n: webhooks }]);
  await client.end();
  return backend;
}

/** A copy with another number in the same cluster, as a dump that was restored has. */
async function restoredCopy(url: string): Promise<string> {
  const name = `restored_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const client = await openClient(inject('postgresUrl'));
  onTestFinished(async () => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  });
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function backup() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const backend = await fill(database.url);
  return { url: database.url, backend };
}

async function start(databaseUrl: string): Promise<TestService> {
  const tidings = await startTestService({ databaseUrl });
  onTestFinished(() => tidings.stop());
  return tidings;
}

const askAt = ({ service }: TestService, { apiKey }: Backend, query: string) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  }).then((response) => response.json());

async function statesOf(url: string) {
  const client = await openClient(url);
  const { rows } = await client.query<{ state: string; n: number }>(
    `SELECT state::text, count(*)::int AS n FROM messages WHERE split_part(recipient, '@', 1) <> 'new' GROUP BY 1
     UNION ALL SELECT 'webhook ' || state, count(*)::int FROM webhooks GROUP BY 1 ORDER BY 1`,
  );
  await client.end();
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test.for<readonly [Decision, Readonly<Record<string, number>>]>([
  ['send', { delivered: 5, 'webhook pending': 3 }],
  ['expire', { expired: 5, 'webhook failed': 3 }],
  ['cancel', { failed: 5 }],
])('a dump that was restored waits; then the operator decides: %s', async ([decision, ends]) => {
  const { url, backend } = await backup();
  const restored = await restoredCopy(url);
  const tidings = await start(restored);
  const { app } = tidings.service;
  const asked = await fetch(`${tidings.service.url}/v1/workspaces/ref:shop/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${backend.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'order.shipped',
      idempotency_key: 'new',
      recipient: { email: 'new@example.com' },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    }),
  });
  expect(asked.status).toBe(202);
  await expect.poll(() => tidings.mail.mails.map(({ to }) => to), { timeout: 60_000 }).toEqual([['new@example.com']]);
  expect(app.parts.restoreWatch.holds()).toBe(true);
  expect(await statesOf(restored)).toEqual({ queued: 5, 'webhook pending': 3 });
  const told = await askAt(
    tidings,
    backend,
    '{ messages(filter: { states: [queued] }) { nodes { waitingFor { kind fact endedBy } } } }',
  );
  expect(told.data.messages.nodes).toHaveLength(5);
  for (const { waitingFor } of told.data.messages.nodes) {
    expect(waitingFor).toMatchObject({ kind: 'restore', fact: expect.stringContaining('The database was restored') });
  }

  const held = { queued: waiting.length - underWay, sending: underWay, webhooks };
  const nothing = { since: null, mail: null, webhooks: null };
  expect(await settleRestore(app, nothing)).toEqual({ held, scheduled: 0, mail: 0, webhooks: 0 });
  expect(await settleRestore(app, { ...nothing, mail: decision })).toEqual({
    held,
    scheduled: 0,
    mail: 5,
    webhooks: 0,
  });
  const left = { queued: 0, sending: 0, webhooks };
  expect(await settleRestore(app, { ...nothing, webhooks: decision })).toEqual({
    held: left,
    scheduled: 0,
    mail: 0,
    webhooks: 3,
  });
  // Once more changes nothing.
  const none = { held: { ...left, webhooks: 0 }, scheduled: 0, mail: 0, webhooks: 0 };
  expect(await settleRestore(app, { since: null, mail: decision, webhooks: decision })).toEqual(none);
  await expect.poll(() => statesOf(restored), { timeout: 60_000 }).toEqual(ends);
  expect(tidings.mail.mails).toHaveLength(decision === 'send' ? 6 : 1);
  await app.parts.restoreWatch.look();
  expect(app.parts.restoreWatch.holds()).toBe(false);
});

test('the command tells the counts and decides; a database that nothing betrays is held by its time', async () => {
  const { url } = await backup();
  const restored = async (...args: readonly string[]) => {
    const { stdout } = await run(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('../../src/restored.ts', import.meta.url)), ...args],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: url,
          SECRET_KEY: 'a key of thirty-two characters at least',
          NODE_ENV: 'development',
        },
      },
    );
    return stdout.split('\n');
  };
  expect(await restored('--since', '2020-01-01T00:00:00Z')).toEqual(expect.arrayContaining(['Held webhooks: 0.']));
  expect(await restored('--since', '2100-01-01T00:00:00Z', '--cancel')).toEqual([
    'Held mail: 3 that waited, 2 of which an attempt was under way.',
    'Held webhooks: 3.',
    'Mail cancelled: 5.',
    'It waits until you decide: webhooks with --webhooks send, expire or cancel.',
    '',
  ]);
  expect(await statesOf(url)).toEqual({ failed: 5, 'webhook pending': 3 });
});

test('files that were recovered on a new timeline are noticed', async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'tidings-recovery-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await startCluster({ folder: join(folder, 'first'), durable: false });
  try {
    await migrate(first.url('postgres'));
    await fill(first.url('postgres'));
  } finally {
    await first.stop();
  }
  await cp(join(folder, 'first'), join(folder, 'second'), { recursive: true, preserveTimestamps: true });
  await run('chown', ['-R', '--reference', join(folder, 'first', 'cluster'), join(folder, 'second', 'cluster')]);
  await writeFile(join(folder, 'second', 'cluster', 'recovery.signal'), '', { mode: 0o666 });
  const second = await startCluster({
    folder: join(folder, 'second'),
    durable: false,
    settings: { restore_command: 'false' },
  });
  onTestFinished(() => second.stop());
  const tidings = await start(second.url('postgres'));
  expect(tidings.service.app.parts.restoreWatch.holds()).toBe(true);
  const { held } = await settleRestore(tidings.service.app, { since: null, mail: 'expire', webhooks: 'expire' });
  expect(held).toEqual({ queued: 3, sending: 2, webhooks: 3 });
  expect(tidings.mail.mails).toEqual([]);
});
