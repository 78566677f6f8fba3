import { beforeAll, expect, inject, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { callOperation, openPlatform, operate } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, simulated } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const found = async (query: Record<string, string> = {}) =>
  namesOf(await readPages(acme, 'listEvents', { query }), 'idempotency_key');

let contact = '';
const records: unknown[] = [];
beforeAll(async () => {
  await makeEventType(acme, 'order.noted', { withTemplate: false });
  await makeEventType(acme, 'order.paid', { withTemplate: false });
  contact = await makeContact(acme, 'ada', { email: simulated('ada') });
  for (const [type, key, recipient] of [
    ['order.noted', 'one', { contact: 'ref:ada' }],
    ['order.noted', 'two', { email: simulated('two') }],
    ['order.paid', 'three', { email: simulated('two') }],
  ] as const) {
    const { status, body } = await acme.ask('emitEvent', { body: emitOf(type, key, { recipient }) });
    expect(status).toBe(202);
    records.unshift(body.data);
  }
});

refusesAsUsual('listEvents', acme, () => ({}));

it('lists events, newest first, as an emit answers them', async () => {
  const { status, body } = await acme.ask('listEvents', { path: { workspace: 'ref:shop' } });
  expect([status, body.data]).toEqual([200, records]);
});

it('filters by type, address, contact, key and time, in pages of the size asked for', async () => {
  expect(await found({ type: 'order.noted', per_page: '1' })).toEqual(['two', 'one']);
  expect(await found({ type: 'order.none' })).toEqual([]);
  expect(await found({ type: 'order.none,order.noted' })).toEqual(['two', 'one']);
  expect(await found({ email: simulated('two') })).toEqual(['three', 'two']);
  expect(await found({ contact })).toEqual(['one']);
  expect(await found({ key: 'three' })).toEqual(['three']);
  expect(await found({ created_after: '2026-01-01T00:00:00Z' })).toHaveLength(3);
  expect(await found({ created_before: '2026-01-01T00:00:00Z' })).toEqual([]);
});

it('refuses a filter that cannot be, under its name', async () => {
  const query = { type: '', email: '', contact: 'x', key: '', created_after: '1', created_before: '', per_page: '0' };
  const { status, body } = await acme.ask('listEvents', { query });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, Object.keys(query).toSorted()]);
});

it('tells no address to a key that may only read', async () => {
  const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
  const made = await operate(create, { input: { platformId: acme.id, name: 'Reader', scopes: ['read'] } });
  const headers = { authorization: `Bearer ${made.apiKeyCreate.apiKey.secret}` };
  const ask = (query: Record<string, string>) =>
    callOperation(inject('restService').url, 'listEvents', { path: { workspace: 'ref:shop' }, query, headers });
  expect((await ask({})).status).toBe(200);
  const refused = await ask({ email: simulated('two') });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
});

it('belongs to its workspace', async () => {
  await acme.newWorkspace('second');
  expect((await acme.ask('listEvents', { path: { workspace: 'ref:second' } })).body.data).toEqual([]);
});
