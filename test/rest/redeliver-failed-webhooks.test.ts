import { expect, it } from 'vitest';
import { querySql } from './harness/database.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { makeEndpoint, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
const id = await makeEndpoint(acme);
const began = new Date().toISOString();
const redeliver = (since: string, endpoint = id) =>
  acme.ask('redeliverFailedWebhooks', { path: { id: endpoint }, body: { since } });

refusesAsUsual('redeliverFailedWebhooks', acme, () => ({ path: { id }, body: { since: began } }));

it('sends what failed since a time again', async () => {
  const { body: sent } = await acme.ask('testWebhookEndpoint', { path: { id }, body: { type: 'message.bounced' } });
  const before = await waitForWebhook(acme, sent.data.id, ({ state }) => state === 'delivered');
  await querySql(`UPDATE webhooks SET state = 'failed', delivered_at = NULL WHERE platform_id = $1 AND id = $2`, [
    acme.id,
    sent.data.id,
  ]);
  const ended = async () => {
    const { status, body } = await redeliver(began);
    expect([status, body.data]).toMatchObject([202, { id: expect.any(String), since: expect.any(String) }]);
    const walk = async () => (await acme.ask('getRedelivery', { path: { id: body.data.id } })).body.data;
    await expect.poll(async () => (await walk()).finished_at, { timeout: 60_000 }).not.toBeNull();
    return (await waitForWebhook(acme, sent.data.id, ({ state }) => state === 'delivered')).attempts.length;
  };
  // A walk that a test before began may have passed the webhook by.
  await expect.poll(ended, { timeout: 60_000 }).toBeGreaterThan(before.attempts.length);
});

it('refuses a time that is none, or in the future', async () => {
  for (const since of ['yesterday', '2200-01-01T00:00:00Z']) {
    const { status, body } = await redeliver(since);
    expect([status, Object.keys(body.errors)], since).toEqual([422, ['since']]);
    const both = await acme.ask('redeliverFailedWebhooks', { path: { id }, body: { since, more: 1 } });
    expect(Object.keys(both.body.errors).toSorted(), since).toEqual(['more', 'since']);
  }
});

it('finds no endpoint that is none', async () => {
  expect((await redeliver(began, acme.workspace)).status).toBe(404);
});
