import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Platform, type Service } from './service.ts';

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await openService();
  platform = await service.platform();
});
afterAll(() => service.close());

/** A development host of the default configuration: no test here asks real DNS. */
const endpoint = { url: 'https://hooks.test/tidings', types: ['message.delivered'] };

it('endpoints are made, changed and deleted, and the first brings the first secret', async () => {
  const first = await platform.ask('POST', '/webhook-endpoints', endpoint);
  expect(first.status).toBe(201);
  expect(first.body.data).toMatchObject(endpoint);
  expect(first.body.signing_secret.secret).toMatch(/^whsec_/);
  const second = await platform.ask('POST', '/webhook-endpoints', endpoint);
  expect(second.body.signing_secret).toBeNull();
  const path = `/webhook-endpoints/${first.body.data.id}`;
  expect((await platform.ask('PATCH', path, { types: ['message.bounced'] })).body.data.types).toEqual([
    'message.bounced',
  ]);
  expect((await platform.ask('GET', '/webhook-endpoints')).body.data).toHaveLength(2);
  const other = await service.platform('Other');
  for (const [method, body] of [['GET'], ['PATCH', { types: ['message.bounced'] }], ['DELETE']] as const) {
    expect((await other.ask(method, path, body)).status).toBe(404);
  }
  expect((await platform.ask('DELETE', path)).status).toBe(204);
  expect((await platform.ask('GET', path)).status).toBe(404);
});

it('endpoints are refused with codes of their own', async () => {
  const refused = async (change: object) => {
    const { status, body } = await platform.ask('POST', '/webhook-endpoints', { ...endpoint, ...change });
    return [status, body.code, Object.keys(body.errors)];
  };
  expect(await refused({ url: 'http://hooks.test/' })).toEqual([422, 'url_not_https', ['url']]);
  expect(await refused({ url: 'nonsense' })).toEqual([422, 'url_invalid', ['url']]);
  expect(await refused({ types: ['message.delivered', 'message.read'] })).toEqual([422, 'unknown_type', ['types.1']]);
  expect(await refused({ types: [] })).toEqual([422, 'validation_failed', ['types']]);
});

it('secrets are rotated, and the last stays while an endpoint exists', async () => {
  const made = await platform.ask('POST', '/webhook-secrets');
  expect([made.status, Object.keys(made.body.data)]).toEqual([201, ['id', 'secret', 'last_four', 'created_at']]);
  await platform.ask('POST', '/webhook-secrets');
  expect((await platform.ask('POST', '/webhook-secrets')).body.code).toBe('secret_ceiling_reached');
  const { body } = await platform.ask('GET', '/webhook-secrets');
  expect(body.data).toHaveLength(3);
  expect(Object.keys(body.data[0])).toEqual(['id', 'last_four', 'created_at']);
  const revoked: number[] = [];
  for (const { id } of body.data) revoked.push((await platform.ask('DELETE', `/webhook-secrets/${id}`)).status);
  expect(revoked).toEqual([204, 204, 409]);
});

it('webhooks are listed with filters that can exist', async () => {
  expect((await platform.ask('GET', '/webhooks?state=pending&type=message.delivered&endpoint=none')).body.data).toEqual(
    [],
  );
  const { status, body } = await platform.ask('GET', '/webhooks?state=foo&type=foo');
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['state', 'type']]);
  const unknown = '/webhooks/01ARZ3NDEKTSV4RRFFQ69G5FAV';
  expect((await platform.ask('GET', unknown)).status).toBe(404);
  expect((await platform.ask('POST', `${unknown}/redeliver`)).status).toBe(404);
});

it('a key tells whose it is', async () => {
  const { body } = await platform.ask('GET', '/key');
  expect(body.data).toMatchObject({ id: platform.apiKeyId, platform: { id: platform.platformId, name: 'Acme' } });
});

it('a sending domain is registered, and another takes its place', async () => {
  expect((await platform.ask('GET', '/sending-domain')).status).toBe(404);
  const first = await platform.ask('PUT', '/sending-domain', { domain: 'mail.acme.test' });
  expect(first.status).toBe(201);
  expect(first.body.data.records.map(({ purpose }: { purpose: string }) => purpose).toSorted()).toEqual([
    'dkim',
    'dmarc',
    'return_path',
    'spf',
  ]);
  const second = await platform.ask('PUT', '/sending-domain', { domain: 'news.acme.test' });
  expect([second.status, second.body.data.domain]).toEqual([200, 'news.acme.test']);
  expect((await platform.ask('GET', '/sending-domain')).body).toEqual(second.body);
});
