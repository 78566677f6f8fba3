/** Header fields of an endpoint's own: what they may be, how they are kept, shown and sent (docs/rules.md#headers-of-an-endpoint). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { createEndpoint } from '../../../src/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { shownHeaders } from '../../../src/webhooks/endpoints/endpoint-headers.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { type Ground, openGround } from '../ground.ts';

const token = 'Bearer 3f8a0c1d9e7b5246';

let ground: Ground;
let ctx: Ctx;
beforeAll(async () => {
  ground = await openGround();
  ctx = await ground.platform();
});
afterAll(() => ground.close());

const types = ['sending_domain.changed'];
const create = (headers: unknown, url = 'https://hooks.example.com/') => createEndpoint(ctx, { url, types, headers });

/** Makes an endpoint, and leaves room for the next one. */
async function faultsOf(headers: unknown): Promise<object> {
  try {
    const { id } = await create(headers);
    await deleteEndpoint(ctx, id);
    return {};
  } catch (error) {
    return Object(error).details.errors;
  }
}

test('each request has them beside those of the service, until an update replaces or removes them', async () => {
  const sink = await ground.sink();
  const { id } = await create({ Authorization: token, 'X-Api_Key': 'k' }, sink.url);
  await ground.cause(ctx);
  await ground.run();
  expect(sink.taken[0]?.headers).toMatchObject({
    authorization: token,
    'x-api_key': 'k',
    'content-type': 'application/json',
    'user-agent': 'Tidings-Webhooks/1',
    'webhook-signature': expect.stringMatching(/^v1,/),
  });
  await updateEndpoint(ctx, id, { types });
  await updateEndpoint(ctx, id, { headers: { 'CF-Access-Client-Id': 'two' } });
  await ground.cause(ctx);
  await ground.run();
  expect(sink.taken[1]?.headers).toMatchObject({ 'cf-access-client-id': 'two' });
  expect(sink.taken[1]?.headers).not.toHaveProperty('authorization');
  await updateEndpoint(ctx, id, { headers: null });
  await ground.cause(ctx);
  await ground.run();
  expect(sink.taken[2]?.headers).not.toHaveProperty('cf-access-client-id');
  await deleteEndpoint(ctx, id);
});

test('no column has a value, and a deleted endpoint keeps none', async () => {
  const { id } = await create({ Authorization: token });
  const row = async () => {
    const { rows } = await ground.app.db.pool.query(
      `SELECT e::text AS text, encode(headers_sealed, 'escape') AS sealed, headers_sealed FROM webhook_endpoints e
       WHERE id = $1`,
      [id],
    );
    return rows[0];
  };
  const kept = await row();
  expect(`${kept.text}${kept.sealed}`).not.toMatch(/Authorization|3f8a0c1d|Bearer/);
  expect(shownHeaders(ground.app.secrets, kept.headers_sealed)).toEqual([{ name: 'Authorization', lastFour: '5246' }]);
  await deleteEndpoint(ctx, id);
  expect((await row()).headers_sealed).toBeNull();
});

test('they stay with the origin of their URL: another one takes them anew, or none', async () => {
  const { id } = await create({ Authorization: token });
  const refused = { code: 'validation_failed', details: { errors: { headers: [expect.stringContaining('again')] } } };
  for (const url of ['https://other.example.com/', 'https://hooks.example.com:8443/']) {
    await expect(updateEndpoint(ctx, id, { url })).rejects.toMatchObject(refused);
  }
  await updateEndpoint(ctx, id, { url: 'https://hooks.example.com/elsewhere' });
  await updateEndpoint(ctx, id, { url: 'https://other.example.com/', headers: { Authorization: 'mine' } });
  await updateEndpoint(ctx, id, { url: 'https://third.example.com/', headers: null });
  await updateEndpoint(ctx, id, { url: 'https://fourth.example.com/' });
  await deleteEndpoint(ctx, id);
});

test('a short value shows nothing of itself', async () => {
  const { id } = await create({ 'X-Pin': '1'.repeat(19), 'X-Long': '1'.repeat(20) });
  const { rows } = await ground.app.db.pool.query('SELECT headers_sealed FROM webhook_endpoints WHERE id = $1', [id]);
  expect(shownHeaders(ground.app.secrets, rows[0].headers_sealed)).toEqual([
    { name: 'X-Pin', lastFour: null },
    { name: 'X-Long', lastFour: '1111' },
  ]);
  await deleteEndpoint(ctx, id);
});

describe('refused is', () => {
  test.each([
    'Host',
    'connection',
    'Content-Type',
    'content-length',
    'Transfer-Encoding',
    'User-Agent',
    'Accept-Encoding',
    'Proxy-Authorization',
    'X-Forwarded-For',
    'Webhook-Signature',
    'Service-Webhook-Id',
    'Tidings-Version',
    'webhook_signature',
    'X_Forwarded_For',
    'traceparent',
    'Cookie',
  ])('%s, which is a field of the request itself', async (name) => {
    expect(await faultsOf({ [name]: 'x' })).toEqual({ [`headers.${name}`]: [expect.stringMatching(/^is a field/)] });
  });

  test.each(['', 'a b', 'a:b', 'é', 'a\r\nHost', '-a', 'a'.repeat(65)])('the name %j', async (name) => {
    expect(Object.values(await faultsOf({ [name]: 'x' }))).toEqual([[expect.stringMatching(/^must be up to 64/)]]);
  });

  test.each(['', ' ', 'a\r\nb: c', 'a\tb', 'é', ' a', 'a ', 'a\u0000', 7, null, ['a']])(
    'the value %j',
    async (value) => {
      expect(Object.keys(await faultsOf({ 'X-A': value }))).toEqual(['headers.X-A']);
    },
  );

  test('more than ten, the same twice, too long ones and too many characters', async () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-${n}`, 'x']));
    expect(await faultsOf(many)).toEqual({ headers: ['must have at most 10 fields'] });
    expect(await faultsOf({ 'X-A': 'x', 'x-a': 'y' })).toEqual({ 'headers.x-a': ['is there twice'] });
    expect(await faultsOf({ 'X-A': 'x', X_A: 'y' })).toEqual({ 'headers.X_A': ['is there twice'] });
    expect(await faultsOf({ 'X-A': 'x'.repeat(1_001) })).toEqual({ 'headers.X-A': [expect.stringContaining('1000')] });
    const long = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`X-${n}`, 'x'.repeat(1_000)]));
    expect(await faultsOf(long)).toEqual({ headers: [expect.stringContaining('4096')] });
    expect(await faultsOf(['X-A'])).toEqual({ headers: ['must be an object'] });
  });

  test('not the last character that fits, but the one after it', async () => {
    // Names of three characters each.
    const sized = (last: number) =>
      Object.fromEntries([1_000, 1_000, 1_000, 1_000, last].map((length, n) => [`X-${n}`, 'x'.repeat(length)]));
    expect(await faultsOf(sized(4_096 - 4_000 - 5 * 3))).toEqual({});
    expect(Object.keys(await faultsOf(sized(4_096 - 4_000 - 5 * 3 + 1)))).toEqual(['headers']);
  });

  test('nothing that is right', async () => {
    expect(await faultsOf({ Authorization: token, 'X-A': '!~ !', '1': 'x' })).toEqual({});
    expect(await faultsOf({})).toEqual({});
    expect(await faultsOf(null)).toEqual({});
  });
});
