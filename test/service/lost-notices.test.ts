/** One process takes requests; another one works without receiving PostgreSQL's notices, and no work waits for them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/ground/config/config.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { type Service, startService } from '../../src/start-service.ts';
import { type DeafProxy, startDeafProxy } from '../support/deaf-proxy.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

/** Until what is due has begun; milliseconds. Below a second by design; pg-boss by itself looks after thirty. */
const beginsWithin = 10_000;
/** More than turns of a queue once ran at once. */
const workspaces = 30;

let api: TestService;
let worker: Service;
let proxy: DeafProxy;
let names: NameServer;
let backend: Backend;
let dataDir: string;

beforeAll(async () => {
  api = await startTestService({ env: { ROLES: 'api' } });
  backend = await api.platform('Acme');
  names = await startNameServer();
  const databaseUrl = api.service.app.db.url;
  proxy = await startDeafProxy(databaseUrl);
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-deaf-'));
  worker = await startService({
    config: readConfig({
      ROLES: 'worker',
      DATA_DIR: dataDir,
      DATABASE_LISTEN_URL: proxy.url,
      DNS_SERVERS: names.address,
    }),
    databaseUrl,
    secretKey: 'a key of thirty-two characters at least',
    log: createLog('silent'),
    inbox: { host: api.mail.host, port: api.mail.port },
    webhookCaFile: api.certificate.caFile,
  });
  // The work of the start is done, and every fetcher waits.
  await sleep(1_500);
});

afterAll(async () => {
  await worker.stop();
  await proxy.stop();
  await names.stop();
  await api.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Time until `begun` is true; milliseconds. */
async function until(begun: () => boolean | Promise<boolean>): Promise<number> {
  const from = performance.now();
  await expect.poll(async () => begun(), { interval: 10 }).toBe(true);
  return performance.now() - from;
}

async function emit(workspace: string, email: string): Promise<void> {
  const { status } = await backend.rest('POST', `/workspaces/ref:${workspace}/events`, {
    type: 'order.shipped',
    idempotency_key: email,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  expect(status).toBe(202);
}

const has = (email: string) => api.mail.mails.some(({ to }) => to[0] === email);

test('sending: one mail, and the mail of many workspaces at once', async () => {
  await emit('shop', 'one@example.com');
  expect(await until(() => has('one@example.com'))).toBeLessThan(beginsWithin);

  const shops = Array.from({ length: workspaces }, (_, n) => `shop-${n}`);
  for (const reference of shops) await backend.rest('POST', '/workspaces', { name: 'Shop', reference });
  await Promise.all(shops.map((shop) => emit(shop, `${shop}@example.com`)));
  expect(await until(() => shops.every((shop) => has(`${shop}@example.com`)))).toBeLessThan(beginsWithin);
});

test('sending: what becomes due by time', async () => {
  api.mail.refuse('later@example.com', [{ code: 451, text: '4.3.0 Try again' }]);
  await emit('shop', 'later@example.com');
  const waits = async () =>
    (
      await api.service.app.db.pool.query(
        "SELECT FROM messages WHERE recipient = 'later@example.com' AND state = 'queued' AND attempt_number = 1",
      )
    ).rowCount === 1;
  await until(waits);
  await api.service.app.db.pool.query("UPDATE messages SET due_at = now() WHERE recipient = 'later@example.com'");
  expect(await until(() => has('later@example.com'))).toBeLessThan(beginsWithin);
});

test('webhooks', async () => {
  const sink = await api.webhookSink();
  const { body } = await backend.rest('POST', '/webhook-endpoints', { url: sink.url, types: ['message.delivered'] });
  const sent = await backend.graphql(
    'mutation ($id: ID!) { webhookTestSend(endpoint: $id, type: message_delivered) { webhook { id } } }',
    { id: body.data.id },
  );
  expect(sent.body.errors).toBeUndefined();
  expect(await until(() => sink.taken.length > 0)).toBeLessThan(beginsWithin);
});

test('erasures', async () => {
  const { status } = await backend.rest('POST', '/workspaces/ref:shop/erasures', { email: 'one@example.com' });
  expect(status).toBe(202);
  const open = 'SELECT FROM erasures WHERE finished_at IS NULL';
  expect(await until(async () => (await api.service.app.db.pool.query(open)).rowCount === 0)).toBeLessThan(
    beginsWithin,
  );
});

test('domains', async () => {
  const { status } = await backend.rest('PUT', '/sending-domain', { domain: 'mail.acme.org' });
  expect(status).toBeLessThan(300);
  expect((await backend.rest('POST', '/sending-domain/verify')).status).toBeLessThan(300);
  expect(await until(() => names.asked.length > 0)).toBeLessThan(beginsWithin);
});

test('the notices were lost, and none came another way', () => {
  expect(proxy.lost()).toBeGreaterThan(0);
});
