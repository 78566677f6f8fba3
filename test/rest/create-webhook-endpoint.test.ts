import { describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { urlRefusals } from './harness/url-refusals.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const endpoint = { url: 'https://hooks.test/tidings', types: ['message.delivered'] };
const create = (change: object = {}, platform = acme) =>
  platform.ask('createWebhookEndpoint', { body: { ...endpoint, ...change } });

refusesAsUsual('createWebhookEndpoint', acme, () => ({ body: endpoint }));

it('registers an endpoint; the first brings the first secret, shown this once', async () => {
  const first = await create();
  expect([first.status, first.body]).toEqual([
    201,
    {
      data: { id: expect.any(String), ...endpoint, created_at: expect.any(String), updated_at: expect.any(String) },
      signing_secret: {
        id: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        last_four: first.body.signing_secret.secret.slice(-4),
        created_at: expect.any(String),
      },
    },
  ]);
  const second = await create({ url: 'https://public.example.com:443/in?x=1', types: ['message.bounced'] });
  expect([second.status, second.body.signing_secret]).toEqual([201, null]);
});

it('refuses an eleventh', async () => {
  const many = await openPlatform('Many');
  for (let number = 1; number <= 10; number++) expect((await create({}, many)).status).toBe(201);
  const { status, body } = await create({}, many);
  expect([status, body.code]).toEqual([409, 'endpoint_ceiling_reached']);
});

describe('a URL', () => {
  it.each(urlRefusals)('is refused with %s', async (code, url) => {
    const { status, body } = await create({ url });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, code, ['url']]);
  });
});

it('refuses types that nobody knows, and none at all', async () => {
  const unknown = await create({ types: ['message.delivered', 'message.read'] });
  expect([unknown.status, unknown.body.code, Object.keys(unknown.body.errors)]).toEqual([
    422,
    'unknown_type',
    ['types.1'],
  ]);
  for (const types of [[], 'message.delivered', [7], null]) {
    const { status, body } = await create({ types });
    expect([status, body.code], JSON.stringify(types)).toEqual([422, 'validation_failed']);
  }
  const { body } = await acme.ask('createWebhookEndpoint', { body: {} });
  expect(body.errors).toEqual({ url: ['is required'], types: ['is required'] });
});
