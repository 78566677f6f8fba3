/**
 * Where a suppression holds (docs/rules.md#suppression-scopes), in a database without what only older versions need: this
 * version writes by itself all that it reads.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../prisma/scale/contract.ts';
import { isSuppressed } from '../../src/suppressions/is-suppressed.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { suppressMany } from '../../src/suppressions/suppress-many.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let neighbour: Tenant;
beforeAll(async () => {
  world = await createWorld();
  for (const step of contract) await world.app.db.pool.query(step);
  [tenant, neighbour] = [await world.tenant(), await world.tenant()];
});
afterAll(() => world.close());

const blocks = async (
  { ctx: { app, platformId } }: Tenant,
  workspaceId: string,
  email: string,
  topic: string | null = null,
) => isSuppressed(app.db.pool, { platformId, workspaceId, addressHash: app.secrets.addressHash(email), topic });

/** What blocks whole platforms, in both places. */
async function wide() {
  const read = async (text: string) =>
    (await world.app.db.pool.query<{ hash: string }>(text)).rows.map(({ hash }) => hash);
  return {
    listed: await read(
      `SELECT platform_id || encode(address_hash, 'hex') || blocks AS hash FROM suppressions WHERE scope_id = platform_id ORDER BY 1`,
    ),
    asked: await read(
      `SELECT platform_id || encode(address_hash, 'hex') || blocks AS hash FROM platform_blocks ORDER BY 1`,
    ),
  };
}

test('one of the platform blocks in every workspace of it and in no other, until it is lifted', async () => {
  const email = 'wide@example.com';
  const id = await suppressByHand(tenant.ctx, tenant.workspace, { email, reach: 'platform' });
  expect(await blocks(tenant, tenant.workspace, email)).toBe(true);
  expect(await blocks(tenant, 'another', email)).toBe(true);
  expect(await blocks(neighbour, neighbour.workspace, email)).toBe(false);
  const { listed, asked } = await wide();
  expect([listed.length, asked]).toEqual([1, listed]);
  await liftSuppression(tenant.ctx, tenant.workspace, id);
  expect(await blocks(tenant, tenant.workspace, email)).toBe(false);
  expect(await wide()).toEqual({ listed: [], asked: [] });
});

test('one of a workspace blocks there alone', async () => {
  const email = 'own@example.com';
  const id = await suppressByHand(tenant.ctx, tenant.workspace, { email });
  expect(await blocks(tenant, tenant.workspace, email)).toBe(true);
  expect(await blocks(tenant, 'another', email)).toBe(false);
  await liftSuppression(tenant.ctx, tenant.workspace, id);
  expect(await blocks(tenant, tenant.workspace, email)).toBe(false);
});

test('a complaint on the whole platform blocks mail of topics alone', async () => {
  const email = 'topics@example.com';
  await suppressByHand(tenant.ctx, tenant.workspace, { email, reach: 'platform', reason: 'complaint' });
  expect(await blocks(tenant, tenant.workspace, email)).toBe(false);
  expect(await blocks(tenant, tenant.workspace, email, 'news')).toBe(true);
});

test('many at once are in both places too, each once', async () => {
  const given = ['many-1@example.com', 'many-2@example.com', 'many-1@example.com'].map((email) => ({
    email,
    addressHash: world.app.secrets.addressHash(email),
    reason: 'manual' as const,
    note: null,
  }));
  const workspaceId = tenant.workspace;
  const many = () =>
    world.app.db.transaction((client) =>
      suppressMany(tenant.ctx, client, { workspaceId, reach: null, given, sentAt: world.now() }),
    );
  expect((await many()).results).toEqual(['created', 'created', 'updated']);
  expect((await many()).results).toEqual(['updated', 'updated', 'updated']);
  const { listed, asked } = await wide();
  expect(asked).toEqual(listed);
  expect(await blocks(tenant, workspaceId, 'many-2@example.com')).toBe(true);
});
