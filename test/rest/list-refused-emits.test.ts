import { beforeAll, expect, inject, it, vi } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { callOperation, openPlatform, operate } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const found = async (query: Record<string, string> = {}) =>
  namesOf(await readPages(acme, 'listRefusedEmits', { query }), 'request_id');
let faulty = '';
let unknown = '';

beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  const first = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'one', { payload: {} }) });
  faulty = first.body.request_id;
  const second = await acme.ask('emitEvent', { path: { workspace: 'ref:none' }, body: emitOf('order.none', 'two') });
  unknown = second.body.request_id;
  await vi.waitUntil(async () => (await found()).length === 2, { timeout: 60_000, interval: 50 });
});

refusesAsUsual('listRefusedEmits', acme, () => ({}));

it('lists rejected emits, newest first, without what they carried', async () => {
  const { status, body } = await acme.ask('listRefusedEmits');
  expect([status, body.data.map(({ request_id }: { request_id: string }) => request_id)]).toEqual([
    200,
    [unknown, faulty],
  ]);
  expect(body.data[1]).toMatchObject({
    key_id: acme.apiKey.id,
    workspace: { id: acme.workspace, reference: 'shop' },
    type: 'order.shipped',
    idempotency_key: 'one',
    code: 'validation_failed',
    field_paths: ['payload.order_number'],
    faults: [{ path: 'payload.order_number', message: 'is required' }],
    times: 1,
  });
  expect(body.data[0]).toMatchObject({ workspace: null, type: 'order.none', code: 'not_found', faults: [] });
});

it('filters by workspace, type, recipient, key, code and request', async () => {
  expect(await found({ workspace: 'ref:shop' })).toEqual([faulty]);
  expect(await found({ type: 'order.none' })).toEqual([unknown]);
  expect(await found({ type: 'order.none,order.never' })).toEqual([unknown]);
  expect(await found({ code: 'validation_failed' })).toEqual([faulty]);
  expect(await found({ key: 'one' })).toEqual([faulty]);
  expect(await found({ email: emitOf('order.shipped', 'one').recipient.email.toUpperCase() })).toEqual([faulty]);
  expect(await found({ email: 'nobody@example.com' })).toEqual([]);
  expect(await found({ request_id: unknown, per_page: '1' })).toEqual([unknown]);
  expect(await found({ created_before: '2026-01-01T00:00:00Z' })).toEqual([]);
});

it('takes an address only from a key that may name people', async () => {
  const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
  const made = await operate(create, { input: { platformId: acme.id, name: 'Reader', scopes: ['read'] } });
  const headers = { authorization: `Bearer ${made.apiKeyCreate.apiKey.secret}` };
  const ask = (query: Record<string, string>) =>
    callOperation(inject('restService').url, 'listRefusedEmits', { query, headers });
  const refused = await ask({ email: 'ada@example.com' });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await ask({ key: 'one' })).body.data).toHaveLength(1);
});

it('belongs to its platform', async () => {
  expect((await (await openPlatform('Other')).ask('listRefusedEmits')).body.data).toEqual([]);
  const { status } = await acme.ask('listRefusedEmits', { query: { workspace: 'ref:none' } });
  expect(status).toBe(404);
});

it('refuses a filter that cannot be', async () => {
  const query = {
    workspace: 'shop',
    type: '',
    email: '',
    key: '',
    code: '',
    request_id: '',
    created_after: 'x',
    per_page: '0',
  };
  const { status, body } = await acme.ask('listRefusedEmits', { query });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, Object.keys(query).toSorted()]);
});
