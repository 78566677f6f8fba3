import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint } from './harness/webhooks.ts';

const acme = await openPlatform();
const id = await makeEndpoint(acme, deadUrl);
const pause = (endpoint = id) => acme.ask('pauseWebhookEndpoint', { path: { id: endpoint } });

refusesAsUsual('pauseWebhookEndpoint', acme, () => ({ path: { id } }));

it('pauses an endpoint; a second call changes nothing', async () => {
  const shown = (await acme.ask('getWebhookEndpoint', { path: { id } })).body.data;
  const { status, body } = await pause();
  expect([status, body.data]).toEqual([200, { ...shown, paused_at: expect.any(String) }]);
  expect((await pause()).body.data).toEqual(body.data);
});

it('finds no endpoint that is none', async () => {
  expect((await pause(acme.workspace)).status).toBe(404);
});
