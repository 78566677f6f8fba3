import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { isApiKeyToken, newApiKeyToken } from '../../src/platforms/keys/api-key-token.ts';
import { authenticateKey } from '../../src/platforms/keys/authenticate-key.ts';
import { scopes } from '../../src/platforms/keys/scopes.ts';
import { createWorld, type World } from '../support/world.ts';

const create = `mutation { platformCreate(input: { name: "Acme" }) { platform { id name } apiKey { id secret } } }`;
const createKey = `mutation ($platformId: ID!, $expiresAt: DateTime) {
  apiKeyCreate(input: { platformId: $platformId, name: "second", expiresAt: $expiresAt }) { apiKey { id secret } }
}`;
const revoke = `mutation ($id: ID!) { apiKeyRevoke(input: { id: $id }) { apiKey { id revokedAt } } }`;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const operate = (document: string, variables?: Record<string, unknown>) =>
  world.ask({ operator: true }, document, variables);
const newPlatform = async () => (await operate(create)).data.platformCreate;

test('a platform comes with a key that opens the service for it', async () => {
  const { platform, apiKey } = await newPlatform();
  expect(apiKey.secret).toMatch(/^td_[0-9A-Za-z]{40}$/);
  const holder = { platformId: platform.id, apiKeyId: apiKey.id };
  expect(await authenticateKey(world.app, apiKey.secret)).toMatchObject({
    ...holder,
    // The scopes `keys` and `resend` are granted by name alone.
    scopes: scopes.filter((scope) => scope !== 'keys' && scope !== 'resend'),
    workspaceId: null,
  });
  const { data } = await world.ask(holder, '{ currentKey { id name platform { id name } createdAt expiresAt } }');
  expect(data.currentKey).toMatchObject({
    id: apiKey.id,
    platform: { id: platform.id, name: 'Acme' },
    expiresAt: null,
  });
});

test('a key with one character changed is refused by its checksum', () => {
  const token = newApiKeyToken();
  expect(isApiKeyToken(token)).toBe(true);
  for (let place = 3; place < token.length; place += 1) {
    const other = token[place] === 'x' ? 'y' : 'x';
    expect(isApiKeyToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
  }
});

test('a malformed or unknown key opens nothing', async () => {
  for (const token of ['', 'td_', 'nonsense', newApiKeyToken()])
    expect(await authenticateKey(world.app, token)).toBeNull();
});

test('a key ends when it expires', async () => {
  const { platform } = await newPlatform();
  const expiresAt = new Date(world.now().getTime() + 1_000).toISOString();
  const { data } = await operate(createKey, { platformId: platform.id, expiresAt });
  expect(await authenticateKey(world.app, data.apiKeyCreate.apiKey.secret)).not.toBeNull();
  world.advance(1_000);
  expect(await authenticateKey(world.app, data.apiKeyCreate.apiKey.secret)).toBeNull();
  expect((await operate(createKey, { platformId: platform.id, expiresAt })).refusal?.details.errors).toHaveProperty(
    'expiresAt',
  );
});

test('a revoked key ends here at once and in another process soon after', async () => {
  const { apiKey } = await newPlatform();
  const elsewhere = createApp(world.app);
  expect(await authenticateKey(elsewhere, apiKey.secret)).not.toBeNull();
  expect(await authenticateKey(world.app, apiKey.secret)).not.toBeNull();
  const first = (await operate(revoke, { id: apiKey.id })).data.apiKeyRevoke.apiKey;
  expect(await authenticateKey(world.app, apiKey.secret)).toBeNull();
  await expect.poll(() => authenticateKey(elsewhere, apiKey.secret)).toBeNull();
  world.advance(1_000);
  expect((await operate(revoke, { id: apiKey.id })).data.apiKeyRevoke.apiKey).toEqual(first);
  expect((await operate(revoke, { id: 'unknown' })).refusal?.code).toBe('not_found');
});

test('the operator lists platforms and keys, sets ceilings and limits', async () => {
  const { platform, apiKey } = await newPlatform();
  const { data } = await operate('{ platforms(first: 1) { edges { node { id apiKeys { id name revokedAt } } } } }');
  expect(data.platforms.edges).toEqual([
    { node: { id: platform.id, apiKeys: [{ id: apiKey.id, name: 'default', revokedAt: null }] } },
  ]);
  const set = `mutation ($id: ID!, $n: Int) {
    workspaceCeilingSet(input: { platformId: $id, ceiling: $n }) { platform { id workspaceCeiling } }
    requestLimitSet(input: { platformId: $id, perMinute: $n }) { platform { id requestLimit } }
  }`;
  for (const n of [1, null]) {
    expect((await operate(set, { id: platform.id, n })).data).toEqual({
      workspaceCeilingSet: { platform: { id: platform.id, workspaceCeiling: n } },
      requestLimitSet: { platform: { id: platform.id, requestLimit: n } },
    });
  }
  expect((await operate(set, { id: 'unknown', n: 1 })).refusal?.code).toBe('not_found');
});

test("a platform's key opens no operator field, and nobody else opens any", async () => {
  const { platform, apiKey } = await newPlatform();
  const holder = { platformId: platform.id, apiKeyId: apiKey.id };
  for (const document of [create, '{ platforms { edges { node { id } } } }']) {
    expect((await world.ask(holder, document)).refusal?.code).toBe('forbidden');
  }
  const keys = '{ currentKey { platform { apiKeys { id } } } }';
  expect((await world.ask(holder, keys)).errors).toEqual([]);
  expect((await world.ask({ ...holder, scopes: ['read'] }, keys)).refusal?.code).toBe('forbidden');
  expect((await world.ask({}, create)).refusal?.code).toBe('unauthenticated');
  expect((await operate('{ currentKey { id } }')).refusal?.code).toBe('unauthenticated');
});
