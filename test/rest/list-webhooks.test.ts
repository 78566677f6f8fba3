import { beforeAll, expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint, makeWebhooks, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
let dead = '';
const webhooks: Record<string, string> = {};

beforeAll(async () => {
  const answering = await makeEndpoint(acme);
  dead = await makeEndpoint(acme, deadUrl);
  for (const { id, endpoint } of await makeWebhooks(acme, 'order.shipped', 2)) {
    webhooks[endpoint?.id === dead ? 'pending' : 'delivered'] = id;
  }
  await waitForWebhook(acme, webhooks.delivered ?? '', ({ state }) => state === 'delivered');
  expect(answering).not.toBe(dead);
});

refusesAsUsual('listWebhooks', acme, () => ({}));

async function found(query: Record<string, string> = {}) {
  return namesOf(await readPages(acme, 'listWebhooks', { query }), 'id');
}

it('lists the webhooks, and those of a state, an endpoint or a type', async () => {
  const both = [webhooks.delivered, webhooks.pending];
  expect((await found()).toSorted()).toEqual(both.toSorted());
  expect(await found({ state: 'pending' })).toEqual([webhooks.pending]);
  expect(await found({ state: 'delivered' })).toEqual([webhooks.delivered]);
  expect(await found({ state: 'failed' })).toEqual([]);
  expect(await found({ state: 'delivered,failed' })).toEqual([webhooks.delivered]);
  expect((await found({ state: 'pending,delivered' })).toSorted()).toEqual(
    [webhooks.pending, webhooks.delivered].toSorted(),
  );
  expect(await found({ endpoint: dead })).toEqual([webhooks.pending]);
  expect((await found({ type: 'message.delivered' })).toSorted()).toEqual(both.toSorted());
  expect(await found({ type: 'message.bounced' })).toEqual([]);
  expect((await found({ type: 'message.bounced,message.delivered' })).toSorted()).toEqual(both.toSorted());
  expect(await found({ type: 'message.bounced,message.failed' })).toEqual([]);
  expect(await found({ endpoint: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual([]);
  expect(await found({ endpoint: acme.workspace })).toEqual([]);
});

it('lists nothing of another platform', async () => {
  const other = await stranger();
  expect((await other.ask('listWebhooks', { query: { endpoint: dead } })).body.data).toEqual([]);
  expect((await other.ask('listWebhooks')).body.data).toEqual([]);
});

it('refuses a filter that cannot exist', async () => {
  const { status, body } = await acme.ask('listWebhooks', { query: { state: 'foo', type: 'foo', cursor: 'x' } });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['cursor', 'state', 'type']]);
  for (const endpoint of ['foo', '', `${dead}0`, `${dead.slice(1)}-`]) {
    const answer = await acme.ask('listWebhooks', { query: { endpoint } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['endpoint']]);
  }
});
