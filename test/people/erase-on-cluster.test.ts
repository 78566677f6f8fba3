/** What an erasure asks a cluster, on one database (docs/rules.md#erasure-on-a-cluster): the same goes, and the same stays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findErasuresOf } from '../../src/people/find-erasures-of.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { checkErasure } from '../citus/check-erasure.ts';
import { erase } from '../citus/erase-fully.ts';
import { deliver, emitTo } from '../citus/full-person.ts';
import { openAsCluster, type Shops } from '../citus/shops.ts';

checkErasure(openAsCluster);

describe('a platform with more workspaces than one step asks', () => {
  let shops: Shops;
  beforeAll(async () => {
    shops = await openAsCluster();
  });
  afterAll(() => shops.world.close());

  test('is asked to its end who holds an address', async () => {
    const { world, tenant, sql } = shops;
    const { platformId } = tenant;
    const more = await sql(
      `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at)
       SELECT $1, 'A' || lpad(n::text, 25, '0'), 'more-' || n, 'More', 'UTC', 'en', now(), now()
       FROM generate_series(1, 600) n RETURNING id`,
      platformId,
    );
    const [here = '', there = ''] = shops.shops;
    const email = 'edith@example.com';
    await emitTo(shops, there, { email });
    await deliver(shops);
    const block = await suppressByHand(tenant.ctx, here, { email, reach: 'platform', note: 'Asked' });
    const lifted = { email: 'hedy@example.com', reach: 'platform' };
    // More than one step removes, and one behind the first step's workspaces.
    for (const shop of [...more.slice(0, 25), ...more.slice(-1)].map(({ id }) => String(id)))
      await liftSuppression(tenant.ctx, shop, await suppressByHand(tenant.ctx, shop, lifted));
    await erase(shops, here, { email });
    const texts = () => sql('SELECT email FROM suppressions WHERE scope_id = $1 AND id = $2', platformId, block);
    expect(await texts()).toEqual([{ email }]);
    const id = await erase(shops, there, { email });
    expect(await texts()).toEqual([{ email: null }]);
    await erase(shops, here, { email: lifted.email });
    expect(await sql('SELECT id FROM suppression_lifts WHERE platform_id = $1', platformId)).toEqual([]);
    const [erased] = await world.app.db.prisma.erasedAddress.findMany({
      where: { workspaceId: there, addressHash: Buffer.from(world.app.secrets.addressHash(email)) },
    });
    if (erased === undefined) throw new Error('The hash stays');
    expect(await findErasuresOf(tenant.ctx, [erased])).toEqual([{ id: there, erasureId: id }]);
  });
});
