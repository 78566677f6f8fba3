import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { makeEndpoint, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
const id = await makeEndpoint(acme);
const test = (type: string, endpoint = id) =>
  acme.ask('testWebhookEndpoint', { path: { id: endpoint }, body: { type } });

refusesAsUsual('testWebhookEndpoint', acme, () => ({ path: { id }, body: { type: 'message.bounced' } }));

it('sends a made-up webhook of any type, subscribed or not', async () => {
  const { status, body } = await test('contact.left_marketing');
  expect([status, body.data.type, body.data.state, body.data.endpoint.id]).toEqual([
    202,
    'contact.left_marketing',
    'pending',
    id,
  ]);
  expect(body.data.body).toMatchObject({ simulated: true, type: 'contact.left_marketing' });
  await waitForWebhook(acme, body.data.id, ({ state }) => state === 'delivered');
});

it('refuses a type that does not exist', async () => {
  const { status, body } = await test('message.read');
  expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'unknown_type', ['type']]);
  const none = await acme.ask('testWebhookEndpoint', { path: { id }, body: {} });
  expect([none.body.code, Object.keys(none.body.errors)]).toEqual(['validation_failed', ['type']]);
  const both = await acme.ask('testWebhookEndpoint', { path: { id }, body: { type: 'message.read', more: 1 } });
  expect(Object.keys(both.body.errors).toSorted()).toEqual(['more', 'type']);
});

it('finds no endpoint that is none', async () => {
  expect((await test('message.bounced', acme.workspace)).status).toBe(404);
});
