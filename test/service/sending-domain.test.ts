import { Resolver } from 'node:dns/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';

let names: NameServer;
let service: TestService;

beforeAll(async () => {
  names = await startNameServer();
  service = await startTestService({
    env: {
      DNS_SERVERS: names.address,
      SPF_VALUE: 'include:spf.tidings.example',
      BOUNCE_HOST: 'bounces.tidings.example',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await names.stop();
});

const types = ['sending_domain.changed', 'message.delivered', 'message.failed'];

async function listen(backend: Backend): Promise<WebhookSink> {
  const hooks = await service.webhookSink();
  expect((await backend.rest('POST', '/webhook-endpoints', { url: hooks.url, types })).status).toBe(201);
  return hooks;
}

function publish(records: readonly { readonly type: string; readonly name: string; readonly value: string }[]) {
  for (const { type, name, value } of records) {
    if (type === 'TXT') names.txt(name, value);
    else names.mx(name, [10, value.replace(/^\d+ /, '')]);
  }
}

const emit = (backend: Backend, key: string, email: string) =>
  backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: key,
    recipient: { email },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
  });

test('a domain that verifies by real DNS sends mail that others can verify by the same records', async () => {
  const domain = 'mail.acme.net';
  const acme = await service.platform('Acme', domain);
  const hooks = await listen(acme);
  expect((await emit(acme, 'early', 'ada@example.net')).body.code).toBe('domain_not_sendable');
  publish((await acme.rest('GET', '/sending-domain')).body.data.records);
  expect((await acme.rest('POST', '/sending-domain/verify')).status).toBe(202);
  const [changed] = await hooks.received(1);
  expect(changed?.body).toMatchObject({
    type: 'sending_domain.changed',
    workspace: null,
    data: { domain, sendable: true },
  });
  expect((await acme.rest('GET', '/sending-domain')).body.data).toMatchObject({ status: 'verified', sendable: true });
  expect((await emit(acme, 'now', 'ada@example.net')).status).toBe(202);
  const [mail] = await service.mail.received(1);
  const resolver = new Resolver();
  resolver.setServers([names.address]);
  const { results } = await dkimVerify(mail?.raw ?? '', { resolver: (name: string) => resolver.resolveTxt(name) });
  expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([['pass', domain]]);
});

test.each([
  ['its workspace is deleted', 'DELETE', '/workspaces/ref:shop', undefined, 'workspace_deleted'],
  ['another domain takes its place', 'PUT', '/sending-domain', { domain: 'new.acme.net' }, 'domain_not_sendable'],
  ['its domain is removed', 'DELETE', '/sending-domain', undefined, 'domain_not_sendable'],
])('mail that waits for its next try fails at once when %s', async (_when, method, path, body, reason) => {
  const name = `Later${reason.length}${method}`;
  const backend = await service.platform(name);
  const hooks = await listen(backend);
  const { data: workspace } = (await backend.rest('GET', '/workspaces/ref:shop')).body;
  service.mail.refuse(`${name}@example.net`, [{ code: 450, text: '4.2.0 Try again later' }]);
  const { data: event } = (await emit(backend, 'waits', `${name}@example.net`)).body;
  const { pool } = service.service.app.db;
  const tried = async () => {
    const { rows } = await pool.query('SELECT attempt_number, state FROM messages WHERE id = $1', [event.message.id]);
    return rows[0];
  };
  await expect.poll(tried).toEqual({ attempt_number: 1, state: 'queued' });
  expect((await backend.rest(method, path, body)).status).toBeLessThan(300);
  const [failed] = await hooks.received(1);
  expect(failed?.body).toMatchObject({
    type: 'message.failed',
    workspace: { id: workspace.id, reference: 'shop' },
    data: { reason, message: { id: event.message.id, idempotency_key: 'waits' } },
  });
});
