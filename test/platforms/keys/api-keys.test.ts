/** Keys with fewer rights: who makes them, what they reach, and when they were last used. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { findEmitFaults } from '../../../src/events/emit/find-emit-faults.ts';
import { authenticateKey } from '../../../src/platforms/keys/authenticate-key.ts';
import { createApiKey } from '../../../src/platforms/keys/create-api-key.ts';
import { revokeApiKey } from '../../../src/platforms/keys/revoke-api-key.ts';
import { scopes, usualScopes } from '../../../src/platforms/keys/scopes.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let other: string;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  other = await createWorkspace(tenant.ctx, { name: 'Other', reference: 'other' });
  await tenant.ask('mutation { eventTypeSave(name: "noted", input: { fields: [] }) { created } }');
});
afterAll(() => world.close());

const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) {
  apiKey { id secret scopes workspace { id } expiresAt } } }`;
const update = `mutation ($input: ApiKeyUpdateInput!) { apiKeyUpdate(input: $input) { apiKey { id name expiresAt } } }`;

const soon = (seconds: number) => new Date(world.now().getTime() + seconds * 1_000).toISOString();

test('keys that exist have every scope but keys, in every workspace', async () => {
  await world.app.db.pool.query(
    `INSERT INTO api_keys (platform_id, id, name, token_hash, created_at) VALUES ($1, 'before', 'Before', $2, $3)`,
    [tenant.platformId, Buffer.from('before'), world.now()],
  );
  const { data } = await tenant.ask('{ apiKeys(last: 1) { nodes { id scopes workspace { id } } } }');
  expect(data.apiKeys.nodes).toEqual([{ id: tenant.apiKeyId, scopes: usualScopes, workspace: null }]);
  const { rows } = await world.app.db.pool.query(
    `SELECT array_to_string(scopes, ' ') AS scopes, workspace_id FROM api_keys WHERE id = 'before'`,
  );
  expect(rows).toEqual([{ scopes: 'send read people manage', workspace_id: null }]);
});

test('a key that was revoked after its request was authenticated makes no key', async () => {
  const { app, platformId, apiKeyId } = tenant.ctx;
  const maker = await createApiKey(app, { platformId, name: 'maker', scopes });
  const asMaker = { platformId, apiKeyId: maker.id, operator: false };
  expect(await createApiKey(app, { name: 'child' }, asMaker)).toMatchObject({ platformId });
  await revokeApiKey(app, maker.id, { platformId, apiKeyId, operator: false });
  await expect(createApiKey(app, { name: 'orphan' }, asMaker)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('keys that exist make, rename and revoke no key, as before there were scopes', async () => {
  const old = { platformId: tenant.platformId, apiKeyId: tenant.apiKeyId, scopes: usualScopes };
  const input = { id: tenant.apiKeyId };
  for (const [document, variables] of [
    [create, { input: { name: 'More' } }],
    [update, { input: { ...input, name: 'Mine' } }],
    ['mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) { apiKey { id } } }', { input }],
  ] as const) {
    expect((await world.ask(old, document, variables)).refusal).toMatchObject({
      code: 'forbidden',
      message: 'The API key lacks the scope `keys`.',
    });
  }
  // The operator grants the scope by name, and with no other scope left out.
  const { platformId } = tenant;
  expect((await createApiKey(world.app, { platformId, name: 'Usual' })).scopes).toEqual(usualScopes);
  expect((await createApiKey(world.app, { platformId, name: 'Keys', scopes })).scopes).toEqual(scopes);
});

test('a key grants what it has, and no more', async () => {
  const made = await tenant.ask(create, {
    input: { name: 'Support', scopes: ['people', 'read'], workspace: 'ref:other' },
  });
  expect(made.errors).toEqual([]);
  const { id, secret, ...rights } = made.data.apiKeyCreate.apiKey;
  expect(rights).toEqual({ scopes: ['read', 'people'], workspace: { id: other }, expiresAt: null });
  expect(await authenticateKey(world.app, secret)).toEqual({
    platformId: tenant.platformId,
    apiKeyId: id,
    scopes: ['read', 'people'],
    workspaceId: other,
    isSuspended: false,
  });

  const expiresAt = soon(60);
  const limited = await createApiKey(world.app, {
    platformId: tenant.platformId,
    name: 'L',
    scopes: ['keys', 'manage', 'read'],
    expiresAt,
  });
  const viewer = { platformId: tenant.platformId, apiKeyId: limited.id, scopes: limited.scopes };
  const ask = (input: object) => world.ask(viewer, create, { input: { name: 'More', ...input } });
  expect((await ask({ scopes: ['send'] })).refusal).toMatchObject({
    code: 'forbidden',
    message: expect.stringMatching('send'),
  });
  expect((await ask({ expiresAt: soon(61) })).refusal?.code).toBe('forbidden');
  expect((await ask({ platformId: (await world.tenant()).platformId })).refusal?.code).toBe('not_found');
  expect((await ask({ scopes: [] })).refusal?.details.errors).toHaveProperty('scopes');
  expect((await ask({ workspace: 'ref:none' })).refusal?.code).toBe('not_found');
  expect((await ask({})).data.apiKeyCreate.apiKey).toMatchObject({
    scopes: ['read', 'manage'],
    expiresAt: new Date(expiresAt),
  });
  // Neither does it lengthen the life of a key with more rights.
  expect((await world.ask(viewer, update, { input: { id: tenant.apiKeyId, name: 'Mine' } })).refusal?.code).toBe(
    'forbidden',
  );
});

test('a key is renamed, and its expiry moved and removed, for its own platform alone', async () => {
  const { id, secret } = await createApiKey(world.app, {
    platformId: tenant.platformId,
    name: 'Old',
    expiresAt: soon(5),
  });
  const change = (input: object, by: Tenant = tenant) => by.ask(update, { input: { id, ...input } });
  expect((await change({ name: 'New' })).data.apiKeyUpdate.apiKey).toEqual({
    id,
    name: 'New',
    expiresAt: new Date(soon(5)),
  });
  expect((await change({ expiresAt: null })).data.apiKeyUpdate.apiKey).toEqual({ id, name: 'New', expiresAt: null });
  expect((await change({ expiresAt: soon(0) })).refusal?.details.errors).toHaveProperty('expiresAt');
  expect((await change({ name: 'Theirs' }, await world.tenant())).refusal?.code).toBe('not_found');
  expect(await authenticateKey(world.app, secret)).not.toBeNull();
  await change({ expiresAt: soon(1) });
  world.advance(1_000);
  expect(await authenticateKey(world.app, secret)).toBeNull();
});

test('a key of one workspace emits there, by id and by reference, and finds no other', async () => {
  const { id: apiKeyId } = await createApiKey(world.app, {
    platformId: tenant.platformId,
    name: 'Shop',
    workspace: 'ref:shop',
  });
  const ctx: Ctx = { ...tenant.ctx, apiKeyId, workspaceId: tenant.workspace };
  const input = { type: 'noted', recipient: { email: 'delivered@simulator.test' }, payload: {} };
  const emit = (workspace: string, by = ctx) =>
    emitEvent(by, workspace, { ...input, idempotencyKey: crypto.randomUUID() });
  // Together, as one batch decides them.
  const outcomes = await Promise.allSettled([
    emit(tenant.workspace),
    emit('ref:shop'),
    emit(other),
    emit('ref:other'),
    emit(other, tenant.ctx),
  ]);
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'accepted'))).toEqual([
    'accepted',
    'accepted',
    'not_found',
    'not_found',
    'accepted',
  ]);
  await expect(findEmitFaults(ctx, 'ref:other', {})).rejects.toMatchObject({ code: 'not_found' });
});

test('a key goes with its workspace', async () => {
  const workspace = await createWorkspace(tenant.ctx, { name: 'Gone', reference: 'gone' });
  const { secret } = await createApiKey(world.app, { platformId: tenant.platformId, name: 'Gone', workspace });
  await world.app.db.pool.query('DELETE FROM workspace_health WHERE workspace_id = $1', [workspace]);
  await world.app.db.pool.query('DELETE FROM workspaces WHERE id = $1', [workspace]);
  expect(await authenticateKey(createApp(world.app), secret)).toBeNull();
});

test('the last use of a key is written apart from its requests, once a minute at most', async () => {
  const { id, secret } = await createApiKey(world.app, { platformId: tenant.platformId, name: 'Used' });
  const used = async () => {
    const { data } = await tenant.ask('query ($id: ID!) { node(id: $id) { ... on ApiKey { lastUsedAt } } }', { id });
    return data.node.lastUsedAt;
  };
  await authenticateKey(world.app, secret);
  expect(await used()).toBeNull();
  await world.app.parts.keyUses.write();
  const first = world.now();
  expect(await used()).toEqual(first);
  world.advance(59_000);
  await authenticateKey(world.app, secret);
  await world.app.parts.keyUses.write();
  expect(await used()).toEqual(first);
  world.advance(1_000);
  await authenticateKey(world.app, secret);
  await world.app.parts.keyUses.write();
  expect(await used()).toEqual(world.now());
});
