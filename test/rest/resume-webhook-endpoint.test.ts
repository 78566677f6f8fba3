import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { makeEndpoint, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
const id = await makeEndpoint(acme);
const resume = (endpoint = id) => acme.ask('resumeWebhookEndpoint', { path: { id: endpoint } });

refusesAsUsual('resumeWebhookEndpoint', acme, () => ({ path: { id } }));

it('lets go out what a pause held', async () => {
  await acme.ask('pauseWebhookEndpoint', { path: { id } });
  const { body: held } = await acme.ask('testWebhookEndpoint', { path: { id }, body: { type: 'message.bounced' } });
  const { status, body } = await resume();
  expect([status, body.data.id, body.data.paused_at]).toEqual([200, id, null]);
  await waitForWebhook(acme, held.data.id, ({ state }) => state === 'delivered');
  expect((await resume()).status).toBe(200);
});

it('finds no endpoint that is none', async () => {
  expect((await resume(acme.workspace)).status).toBe(404);
});
