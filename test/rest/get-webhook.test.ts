import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint, makeWebhooks, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
const endpoint = await makeEndpoint(acme, deadUrl);
const [webhook] = await makeWebhooks(acme, 'order.shipped');
const id = webhook?.id ?? '';

refusesAsUsual('getWebhook', acme, () => ({ path: { id } }));

it('reads a webhook with its attempts and its body', async () => {
  await waitForWebhook(acme, id, ({ attempts }) => attempts.length > 0);
  const { status, body } = await acme.ask('getWebhook', { path: { id } });
  expect([status, body.data]).toEqual([
    200,
    {
      id,
      type: 'message.delivered',
      state: 'pending',
      endpoint: { id: endpoint, url: deadUrl },
      attempts: expect.arrayContaining([
        { at: expect.any(String), status: null, error: 'connection', duration_ms: expect.any(Number) },
      ]),
      last_status: null,
      last_error: 'connection',
      next_attempt_at: expect.any(String),
      delivered_at: null,
      created_at: expect.any(String),
      body: {
        id,
        type: 'message.delivered',
        source: 'service',
        created_at: expect.any(String),
        simulated: true,
        workspace: { id: acme.workspace, reference: 'shop' },
        data: {
          message: {
            id: expect.any(String),
            idempotency_key: 'for-order.shipped',
            recipient: 'delivered+for-order.shipped@simulator.test',
          },
        },
      },
    },
  ]);
});

it('finds nothing at an id that nobody has, or that is none', async () => {
  for (const none of [acme.workspace, '1']) {
    expect((await acme.ask('getWebhook', { path: { id: none } })).status, none).toBe(404);
  }
});
