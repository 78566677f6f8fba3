import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint, makeWebhooks, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
const stays = await makeEndpoint(acme);
const remove = (id: string) => acme.ask('deleteWebhookEndpoint', { path: { id } });

refusesAsUsual('deleteWebhookEndpoint', acme, () => ({ path: { id: stays } }));

it('deletes an endpoint once', async () => {
  const id = await makeEndpoint(acme);
  expect((await remove(id)).status).toBe(204);
  expect((await acme.ask('getWebhookEndpoint', { path: { id } })).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
  const { body } = await acme.ask('listWebhookEndpoints');
  expect(body.data.map((endpoint: { id: string }) => endpoint.id)).toEqual([stays]);
});

it('fails the webhooks that were not delivered', async () => {
  const owner = await openPlatform('Owner');
  const id = await makeEndpoint(owner, deadUrl);
  const [webhook] = await makeWebhooks(owner, 'order.shipped');
  expect(webhook?.state).toBe('pending');
  await owner.ask('deleteWebhookEndpoint', { path: { id } });
  const failed = await waitForWebhook(owner, webhook?.id ?? '', ({ state }) => state === 'failed');
  expect([failed.endpoint, failed.next_attempt_at]).toEqual([null, null]);
});
