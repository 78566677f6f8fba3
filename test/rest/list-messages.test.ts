import { beforeAll, expect, inject, it } from 'vitest';
import { emitTo, makeBounced, makeCancelled, waitForState } from './harness/messages.ts';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform, send } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, simulated } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const { url } = inject('restService');
const acme = await openPlatform();
const { workspace } = acme;
const found = async (query: Record<string, string> = {}) =>
  namesOf(await readPages(acme, 'listMessages', { query }), 'id');

let contact = '';
let bounced = '';
let cancelled = '';
let held = '';
const began = new Date();

beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  await makeEventType(acme, 'order.paid');
  contact = await makeContact(acme, 'ada', { email: simulated('ada') });
  bounced = await makeBounced(acme, { workspace, eventType: 'order.shipped', label: 'one' });
  cancelled = await makeCancelled(acme, { workspace, eventType: 'order.shipped', label: 'two' });
  const body = emitOf('order.paid', 'paid', { recipient: { contact: 'ref:ada' } });
  const emitted = await acme.ask('emitEvent', { body });
  held = emitted.body.data.message.id;
  await waitForState(acme, workspace, held, 'delivered');
});

refusesAsUsual('listMessages', acme, () => ({}));

it('lists messages, newest first, with what they are', async () => {
  const { status, body } = await acme.ask('listMessages');
  expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [held, cancelled, bounced]]);
  expect(body.data[0]).toMatchObject({
    type: 'order.paid',
    idempotency_key: 'paid',
    workspace: { id: workspace, reference: 'shop' },
    contact: { id: contact, reference: 'ada' },
    email: simulated('ada'),
    state: 'delivered',
    bounce: null,
    simulated: true,
  });
  expect(body.data[1]).toMatchObject({ state: 'failed', reason: 'cancelled', contact: null });
  expect(body.data[2]).toMatchObject({ state: 'bounced', bounce: 'hard', ended_at: expect.any(String) });
});

it('filters by state, one or several, by type, address, contact, key and time', async () => {
  expect(await found({ state: 'bounced' })).toEqual([bounced]);
  expect(await found({ state: 'bounced,failed' })).toEqual([cancelled, bounced]);
  expect(await found({ state: 'queued,expired' })).toEqual([]);
  const headers = { authorization: `Bearer ${acme.apiKey.secret}` };
  const twice = await send(`${url}/v1/workspaces/${workspace}/messages?state=bounced&state=failed`, 'GET', { headers });
  expect(twice.body.data.map(({ id }: { id: string }) => id)).toEqual([cancelled, bounced]);
  expect(await found({ type: 'order.shipped' })).toEqual([cancelled, bounced]);
  expect(await found({ type: 'order.none' })).toEqual([]);
  expect(await found({ type: 'order.shipped,order.none' })).toEqual([cancelled, bounced]);
  expect(await found({ type: 'order.paid,order.shipped' })).toEqual(await found({}));
  expect(await found({ type: 'order.paid,order.shipped', state: 'bounced' })).toEqual([bounced]);
  expect(await found({ email: simulated('ada').toUpperCase() })).toEqual([held]);
  expect(await found({ contact })).toEqual([held]);
  expect(await found({ key: 'paid' })).toEqual([held]);
  expect(await found({ created_after: began.toISOString(), type: 'order.paid' })).toEqual([held]);
  expect(await found({ created_before: began.toISOString() })).toEqual([]);
  const { body } = await acme.ask('listMessages');
  const [newest, second] = body.data.map(({ created_at: at }: { created_at: string }) => at);
  expect(await found({ created_after: newest })).toEqual([]);
  expect(await found({ created_after: second, created_before: newest })).toEqual([]);
});

it('has as many rows on a page as were asked for, and leads on', async () => {
  const pages = await readPages(acme, 'listMessages', { query: { per_page: '1', state: 'bounced,failed' } });
  expect(pages.map(({ data, meta }) => [data.length, Object(meta).per_page])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(namesOf(pages, 'id')).toEqual([cancelled, bounced]);
  expect((await acme.ask('listMessages', { query: { per_page: '100' } })).body.meta.per_page).toBe(100);
});

it('leaves links out of the header that are longer than proxies take, and never out of the body', async () => {
  const state = Array(200).fill('bounced').join(',');
  const { body, headers } = await acme.ask('listMessages', { query: { per_page: '1', state: `${state},failed` } });
  expect([body.links.next === null, headers.get('link')]).toEqual([false, null]);
});

it('refuses a filter that cannot be, under its name', async () => {
  const query = {
    state: 'bounced,lost',
    type: '',
    email: '',
    contact: 'ref:ada',
    key: '',
    created_after: 'yesterday',
    created_before: '2026-01-01',
    per_page: '101',
  };
  const { status, body } = await acme.ask('listMessages', { query });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, Object.keys(query).toSorted()]);
  for (const per_page of ['0', '-1', '1.5', 'ten']) {
    expect((await acme.ask('listMessages', { query: { per_page } })).body.errors).toHaveProperty('per_page');
  }
});

it('belongs to its workspace', async () => {
  const second = await acme.newWorkspace('second');
  const id = await emitTo(acme, 'delivered', { workspace: second, eventType: 'order.paid', label: 'second' });
  const { body } = await acme.ask('listMessages', { path: { workspace: 'ref:second' } });
  expect(body.data.map((message: { id: string }) => message.id)).toEqual([id]);
  expect(await found({ key: 'delivered-second' })).toEqual([]);
});
