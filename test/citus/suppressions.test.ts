/** Suppressions by hand on a cluster, in a workspace and on its whole platform, their lifts, and people who leave. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactToken } from '../../src/contacts/contact-token.ts';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { leaveMarketing } from '../../src/people/leave-marketing.ts';
import { isSuppressed } from '../../src/suppressions/is-suppressed.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { suppressMany } from '../../src/suppressions/suppress-many.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
async function emit(shop: string, email: string) {
  const { record } = await emitEvent(shops.tenant.ctx, shop, {
    ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload },
  });
  return record.message?.state;
}
/** The workspaces in which mail to the address is blocked, by their places in the list. */
async function blockedIn(email: string): Promise<readonly number[]> {
  const { world, tenant } = shops;
  const addressHash = world.app.secrets.addressHash(email);
  const { platformId } = tenant;
  const asked = shops.shops.map((workspaceId) =>
    isSuppressed(world.app.db.pool, { platformId, workspaceId, addressHash, topic: null }),
  );
  return (await Promise.all(asked)).flatMap((is, at) => (is ? [at] : []));
}
const all = () => shops.shops.map((_, at) => at);

test('a suppression of a workspace blocks there, withholds what waits, and is lifted', async () => {
  const { tenant, sql } = shops;
  const [here = '', there = ''] = shops.shops;
  const email = 'own@example.com';
  expect([await emit(here, email), await emit(there, email)]).toEqual(['queued', 'queued']);
  const id = await suppressByHand(tenant.ctx, here, { email, note: 'Asked by phone' });
  expect(await suppressByHand(tenant.ctx, here, { email })).toBe(id);
  expect(await blockedIn(email)).toEqual([0]);
  expect(
    await sql(
      'SELECT workspace_id, state::text FROM messages WHERE workspace_id = ANY($1) ORDER BY 2 DESC',
      shops.shops,
    ),
  ).toEqual([
    { workspace_id: here, state: 'suppressed' },
    { workspace_id: there, state: 'queued' },
  ]);
  expect(await emit(here, email)).toBe('suppressed');
  await expect(liftSuppression(tenant.ctx, there, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await liftSuppression(tenant.ctx, here, id, 'By phone too')).toBe(id);
  expect(await blockedIn(email)).toEqual([]);
  expect(await emit(here, email)).toBe('queued');
  expect(await sql('SELECT platform_wide, note FROM suppression_lifts WHERE workspace_id = $1', here)).toEqual([
    { platform_wide: false, note: 'By phone too' },
  ]);
});

test('a suppression of a platform blocks in all of its workspaces, and is lifted through one that knows the address', async () => {
  const { world, tenant, sql } = shops;
  const [here = '', there = '', nowhere = ''] = shops.shops;
  const email = 'wide@example.com';
  await emit(there, email);
  const id = await suppressByHand(tenant.ctx, here, { email, reach: 'platform' });
  expect(await blockedIn(email)).toEqual(all());
  // As a bounce would have made it.
  await sql('UPDATE suppressions SET by_hand = false WHERE scope_id = $1 AND id = $2', tenant.platformId, id);
  await expect(liftSuppression(tenant.ctx, nowhere, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await liftSuppression(tenant.ctx, there, id)).toBe(id);
  expect(await blockedIn(email)).toEqual([]);
  expect(await sql('SELECT platform_wide FROM suppression_lifts WHERE workspace_id = $1', there)).toEqual([
    { platform_wide: true },
  ]);
  expect(await world.app.db.prisma.suppression.count({ where: { platformId: tenant.platformId } })).toBe(0);
});

test('many addresses are suppressed at once', async () => {
  const { world, tenant } = shops;
  const [here = ''] = shops.shops;
  const given = ['one@example.com', 'two@example.com', 'one@example.com'].map((email) => ({
    ...{ email, addressHash: world.app.secrets.addressHash(email), reason: 'manual', note: null },
  })) as Parameters<typeof suppressMany>[2]['given'];
  const suppress = (reach: string | null) =>
    world.app.db.transaction((client) =>
      suppressMany(tenant.ctx, client, { workspaceId: here, reach, given, sentAt: world.now() }),
    );
  expect((await suppress(here)).results).toEqual(['created', 'created', 'updated']);
  expect(await blockedIn('two@example.com')).toEqual([0]);
  expect((await suppress(null)).results).toEqual(['created', 'created', 'updated']);
  expect(await blockedIn('two@example.com')).toEqual(all());
});

test('people of workspaces on both workers leave marketing by their links', async () => {
  const { world, tenant, sql } = shops;
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'leavers', 'https://hooks.example.com/', '{contact.left_marketing}', now(), now())`,
    tenant.platformId,
  );
  const marketing = { state: 'subscribed', at: world.now().toISOString() };
  for (const shop of shops.shops) {
    const { id } = await upsertContact(tenant.ctx, shop, 'ref:leaver', { email: 'leaver@example.com', marketing });
    const token = contactToken(world.app.secrets, { workspaceId: shop, id });
    world.advance(1_000);
    expect((await leaveMarketing(world.app, token, 'link'))?.left).toBe(true);
    expect((await leaveMarketing(world.app, token, 'mail_app'))?.left).toBe(true);
  }
  const counted = (text: string) => sql(`SELECT count(*)::int AS n FROM ${text}`, shops.shops);
  const each = [{ n: shops.shops.length }];
  expect(await counted("contacts WHERE workspace_id = ANY($1) AND status = 'unsubscribed'")).toEqual(each);
  expect(await counted("consent_changes WHERE workspace_id = ANY($1) AND source = 'link'")).toEqual(each);
  expect(await counted("webhooks WHERE workspace_id = ANY($1) AND type = 'contact.left_marketing'")).toEqual(each);
});
