import { describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { urlRefusals } from './harness/url-refusals.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { deadUrl, makeEndpoint, makeWebhooks, waitForWebhook } from './harness/webhooks.ts';

const acme = await openPlatform();
const id = await makeEndpoint(acme, 'https://hooks.test/tidings');
const update = (body: object) => acme.ask('updateWebhookEndpoint', { path: { id }, body });

refusesAsUsual('updateWebhookEndpoint', acme, () => ({ path: { id }, body: { types: ['message.bounced'] } }));

it('changes what is sent and nothing else', async () => {
  const { body: before } = await acme.ask('getWebhookEndpoint', { path: { id } });
  expect((await update({})).body.data).toEqual(before.data);
  const types = await update({ types: ['message.failed'] });
  expect([types.status, types.body.data]).toEqual([
    200,
    { ...before.data, types: ['message.failed'], updated_at: expect.any(String) },
  ]);
  const url = 'https://public.example.com/in';
  expect((await update({ url })).body.data).toMatchObject({ url, types: ['message.failed'] });
});

it('takes undelivered webhooks along', async () => {
  const owner = await openPlatform('Mover');
  const moving = await makeEndpoint(owner, deadUrl);
  const answering = await makeEndpoint(owner);
  const { body: answers } = await owner.ask('getWebhookEndpoint', { path: { id: answering } });
  await owner.ask('deleteWebhookEndpoint', { path: { id: answering } });
  const [webhook] = await makeWebhooks(owner, 'order.moved');
  await waitForWebhook(owner, webhook?.id ?? '', ({ attempts }) => attempts.length > 0);
  const path = { id: moving };
  await owner.ask('updateWebhookEndpoint', { path, body: { url: answers.data.url } });
  await waitForWebhook(owner, webhook?.id ?? '', ({ state }) => state === 'delivered');
});

describe('a URL', () => {
  it.each(urlRefusals)('is refused with %s', async (code, url) => {
    const { status, body } = await update({ url });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, code, ['url']]);
  });
});

it('refuses types that nobody knows, and none at all', async () => {
  const unknown = await update({ types: ['message.read'] });
  expect([unknown.body.code, Object.keys(unknown.body.errors)]).toEqual(['unknown_type', ['types.0']]);
  for (const change of [{ types: [] }, { types: null }, { url: null }]) {
    expect((await update(change)).body.code, JSON.stringify(change)).toBe('validation_failed');
  }
});

it('finds nothing at an id that nobody has', async () => {
  expect((await acme.ask('updateWebhookEndpoint', { path: { id: acme.workspace }, body: {} })).status).toBe(404);
});

it('takes and leaves a scope and a version, which an endpoint without them does not show', async () => {
  const { body: before } = await acme.ask('getWebhookEndpoint', { path: { id } });
  for (const name of ['workspace', 'workspace_id', 'event_types', 'version'])
    expect(before.data).not.toHaveProperty(name);
  await makeEventType(acme, 'order.scoped', { withTemplate: false });
  const scoped = await update({ workspace: 'ref:shop', event_types: ['order.scoped'], version: 2 });
  expect(scoped.body.data).toMatchObject({
    workspace: { id: acme.workspace, reference: 'shop' },
    event_types: ['order.scoped'],
    version: 2,
  });
  expect((await update({ types: ['message.bounced'] })).body.data).toMatchObject({
    version: 2,
    event_types: ['order.scoped'],
  });
  const free = await update({ workspace: null, event_types: [], version: null });
  for (const name of ['workspace', 'workspace_id', 'event_types', 'version'])
    expect(free.body.data).not.toHaveProperty(name);
});

it('refuses a workspace of another platform, event types that are none, and other versions', async () => {
  const stranger = await openPlatform('Stranger');
  const { status, body } = await update({ workspace: stranger.workspace, event_types: ['order.none'], version: 3 });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['event_types.0', 'version', 'workspace']]);
});

it('takes and leaves header fields, whose values it shows the end of, a rate and an address', async () => {
  const headers = { Authorization: 'Bearer 3f8a0c1d9e7b5246', 'X-Pin': '1234' };
  const limited = await update({ headers, rate_limit: 20, alert_email: 'ops@example.com' });
  const shown = [
    { name: 'Authorization', last_four: '5246' },
    { name: 'X-Pin', last_four: null },
  ];
  expect(limited.body.data).toMatchObject({
    headers: shown,
    rate_limit: 20,
    alert_email: 'ops@example.com',
  });
  expect((await update({ types: ['message.bounced'] })).body.data).toMatchObject({ headers: shown, rate_limit: 20 });
  const plain = await update({ headers: {}, rate_limit: null, alert_email: null });
  for (const name of ['headers', 'rate_limit', 'alert_email', 'disabled_at'])
    expect(plain.body.data).not.toHaveProperty(name);
});

it('refuses fields of the request itself, and what is no rate and no address', async () => {
  const refused = await update({ headers: { Host: 'x', 'X-A': 'é' }, rate_limit: 0, alert_email: 'ops' });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      'headers.Host': [expect.any(String)],
      'headers.X-A': [expect.any(String)],
      rate_limit: [expect.any(String)],
      alert_email: [expect.any(String)],
    },
  ]);
  // What the service shows of a value is no value.
  const echoed = await update({ headers: [{ name: 'Authorization', last_four: '5246' }] });
  expect([echoed.status, Object.keys(echoed.body.errors)]).toEqual([422, ['headers']]);
});
