import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint, makeWebhooks, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
await makeEndpoint(acme);
const [webhook] = await makeWebhooks(acme, 'order.shipped');
const id = webhook?.id ?? '';

refusesAsUsual('redeliverWebhook', acme, () => ({ path: { id } }));

it('sends a webhook again under its id', async () => {
  const before = await waitForWebhook(acme, id, ({ state }) => state === 'delivered');
  const { status, body } = await acme.ask('redeliverWebhook', { path: { id } });
  expect([status, body.data.id, body.data.state]).toEqual([202, id, 'pending']);
  const after = await waitForWebhook(acme, id, ({ state, attempts }) => state === 'delivered' && attempts.length > 1);
  expect(after.attempts).toHaveLength(before.attempts.length + 1);
  expect(after.body).toEqual(before.body);
});

it('refuses one whose endpoint was deleted', async () => {
  const owner = await openPlatform('Owner');
  const endpoint = await makeEndpoint(owner, deadUrl);
  const [lost] = await makeWebhooks(owner, 'order.lost');
  await owner.ask('deleteWebhookEndpoint', { path: { id: endpoint } });
  const { status, body } = await owner.ask('redeliverWebhook', { path: { id: lost?.id ?? '' } });
  expect([status, body.code]).toEqual([409, 'endpoint_deleted']);
});

it('finds nothing at an id that nobody has, or that is none', async () => {
  for (const none of [acme.workspace, '1']) {
    expect((await acme.ask('redeliverWebhook', { path: { id: none } })).status, none).toBe(404);
  }
});
