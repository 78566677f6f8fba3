import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEndpoint, deliver, emitTo } from './full-person.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
  await addEndpoint(shops);
});
afterAll(() => shops?.world.close());
test('x', async () => {
  const { sql } = shops;
  console.log(await sql("SELECT logicalrelid::text, partmethod, repmodel FROM pg_dist_partition WHERE logicalrelid::text IN ('webhooks','pending_webhooks','refused_emits','audit_entries','messages', 'webhook_endpoints')"));
  console.log(await sql('SELECT nodeid, groupid, nodeport, shouldhaveshards, hasmetadata FROM pg_dist_node'));
  const prepared = async () => await sql('SELECT * FROM pg_dist_transaction');
  console.log('before', await prepared());
  await emitTo(shops, shops.shops[0] ?? '', { email: 'a@example.com' });
  console.log('emit', await prepared());
  await deliver(shops);
  console.log('outcome', await prepared());
  expect((await sql('SELECT count(*)::int AS n FROM webhooks WHERE workspace_id = $1', shops.shops[0]))).toEqual([{ n: 1 }]);
});
