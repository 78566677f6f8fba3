import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepListener } from '../../src/local/listener-file.ts';
import { writeLocalFile } from '../../src/local/local-file.ts';
import { startListener, type WebhookListener } from '../../src/local/start-listener.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let platforms = 0;
let platform: Backend;
let dataDir: string;
let printed: string;
const listeners: WebhookListener[] = [];

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  platforms += 1;
  platform = await service.platform(`Listener${platforms}`);
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-listener-'));
  printed = '';
  await writeLocalFile(dataDir, {
    base_url: `${service.service.url}/v1`,
    graphql_url: `${service.service.url}/graphql`,
    inbox_url: null,
    inbound: null,
    api_key: platform.apiKey,
    operator_token: '',
    simulator_domain: 'simulator.test',
    platform_id: platform.platformId,
    webhook_host: 'hooks.test',
    webhook_cert: service.certificate.certFile,
    webhook_key: service.certificate.keyFile,
  });
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function listen(forward: string | null = null): Promise<WebhookListener> {
  const print = (text: string) => {
    printed += text;
  };
  const listener = await startListener({ dataDir, forward, print });
  listeners.push(listener);
  return listener;
}

async function emit(key: string): Promise<void> {
  const { status } = await platform.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: key,
    recipient: { email: `delivered+${key}@simulator.test` },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
  });
  expect(status).toBe(202);
}

const endpoints = async () =>
  (await platform.rest('GET', '/webhook-endpoints')).body.data as { id: string; url: string }[];
const secrets = async () => (await platform.rest('GET', '/webhook-secrets')).body.data as { id: string }[];

/** Posts to the listener without the secret. */
async function forge(listener: WebhookListener, headers: IncomingHttpHeaders): Promise<number | undefined> {
  const sent = request(listener.url, {
    method: 'POST',
    headers,
    rejectUnauthorized: false,
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  sent.end('{"type":"message.delivered"}');
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

test('a webhook is printed with its type and body once its signature is verified, and is delivered', async () => {
  await listen();
  await emit('first');
  await expect.poll(() => printed).toContain('"idempotency_key": "first"');
  expect(printed).not.toContain('whsec_');
  expect(printed).toMatch(/message\.delivered \w{26} \(simulated\) signature verified, answered 204/);
  await expect
    .poll(async () => (await platform.rest('GET', '/webhooks')).body.data[0])
    .toMatchObject({ state: 'delivered', last_status: 204 });
});

test('what is not signed, or with another secret, is refused', async () => {
  const listener = await listen();
  const now = String(Math.floor(Date.now() / 1000));
  const signature = `x=${'0'.repeat(64)}`;
  expect(await forge(listener, {})).toBe(400);
  expect(await forge(listener, { 'service-webhook-timestamp': now, 'service-webhook-signature': signature })).toBe(400);
  expect(await forge(listener, { 'service-webhook-timestamp': '1', 'service-webhook-signature': signature })).toBe(400);
  expect(printed.match(/refused a request: .*/g)).toEqual([
    'refused a request: it is not signed',
    'refused a request: none of its signatures is made with our secret',
    'refused a request: its time is not now',
  ]);
});

test('a stop removes the endpoint, and the next run goes on with its secret', async () => {
  const first = await listen();
  expect((await endpoints()).map(({ url }) => url)).toEqual([first.url]);
  await first.stop();
  expect(await endpoints()).toEqual([]);
  await listen();
  expect(await secrets()).toHaveLength(1);
  expect((await stat(join(dataDir, 'listener.json'))).mode & 0o777).toBe(0o600);
  await emit('again');
  await expect.poll(() => printed).toContain('"idempotency_key": "again"');
});

test('an endpoint that a killed run left behind is replaced', async () => {
  await listen();
  const [left] = await endpoints();
  const second = await listen();
  const now = await endpoints();
  expect(now.map(({ url }) => url)).toEqual([second.url]);
  expect(now[0]?.id).not.toBe(left?.id);
});

test('on a platform that has a secret already it makes one of its own', async () => {
  const { body } = await platform.rest('POST', '/webhook-secrets');
  await listen();
  expect(await secrets()).toHaveLength(2);
  await emit('two-secrets');
  await expect.poll(() => printed).toContain('signature verified');
  const kept = JSON.parse(await readFile(join(dataDir, 'listener.json'), 'utf8'));
  expect(kept.secret_id).not.toBe(body.data.id);
});

test('a secret that the demo platform left for it is used, so that none is made', async () => {
  const { body } = await platform.rest('POST', '/webhook-secrets');
  const { id, secret } = body.data;
  await keepListener(dataDir, { platform_id: platform.platformId, endpoint_id: null, secret_id: id, secret });
  await listen();
  expect(await secrets()).toHaveLength(1);
  await emit('left');
  await expect.poll(() => printed).toContain('signature verified');
});

test('what another platform left is not used', async () => {
  const kept = { platform_id: '01AAAAAAAAAAAAAAAAAAAAAAAA', endpoint_id: 'x', secret_id: 'y', secret: 'whsec_z' };
  await writeFile(join(dataDir, 'listener.json'), JSON.stringify(kept));
  await listen();
  await emit('other');
  await expect.poll(() => printed).toContain('signature verified');
});

test('a program of one’s own gets the body and headers as they came, and its status is the answer', async () => {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const program = createServer(async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += part;
    got.push({ headers: incoming.headers, body });
    response.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
  await listen(`http://127.0.0.1:${(program.address() as AddressInfo).port}/hooks`);
  await emit('forwarded');
  await expect.poll(() => printed).toContain('answered 418');
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ data: { message: { idempotency_key: 'forwarded' } } });
  expect(got[0]?.headers['service-webhook-signature']).toMatch(/^\w{26}=[0-9a-f]{64}$/);
  // The secret that was printed is the one that signed.
  const [, secret = ''] = /Verify the webhooks there with (whsec_\S+)/.exec(printed) ?? [];
  const { headers, body: raw } = got[0] ?? { headers: {}, body: '' };
  const mac = createHmac('sha256', secret).update(`${headers['service-webhook-timestamp']}.${raw}`).digest('hex');
  expect(String(headers['service-webhook-signature'])).toContain(mac);
  program.close();
});

test('a program that is not there counts as a failure', async () => {
  await listen('http://127.0.0.1:9/');
  await emit('nobody');
  await expect.poll(() => printed).toContain('answered 502');
});

test('without a run of Tidings it says how to start one', async () => {
  await rm(join(dataDir, 'local.json'));
  await expect(listen()).rejects.toThrow('npm start');
});
