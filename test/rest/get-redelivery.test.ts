import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint } from './harness/webhooks.ts';

const acme = await openPlatform();
const endpoint = await makeEndpoint(acme, deadUrl);
const since = new Date(Date.now() - 60_000).toISOString();
const { body: begun } = await acme.ask('redeliverFailedWebhooks', { path: { id: endpoint }, body: { since } });
const { id } = begun.data;

refusesAsUsual('getRedelivery', acme, () => ({ path: { id } }));

it('says how far a walk has come', async () => {
  const get = () => acme.ask('getRedelivery', { path: { id } });
  await expect.poll(async () => (await get()).body.data.finished_at, { timeout: 60_000 }).not.toBeNull();
  expect((await get()).body.data).toEqual({
    id,
    since,
    reached_at: null,
    examined: 0,
    redelivered: 0,
    created_at: begun.data.created_at,
    finished_at: expect.any(String),
  });
});

it('finds no walk at an id of something else', async () => {
  expect((await acme.ask('getRedelivery', { path: { id: endpoint } })).status).toBe(404);
});
