/** Mail that leaves later, on a cluster: accepted, moved, cancelled, held by the hour of its address, and released. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { releaseMessages } from '../../src/events/scheduled/release-messages.ts';
import { hour } from '../../src/ground/time/durations.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { askForDueMessages } from '../../src/messages/claims/ask-for-due-messages.ts';
import { rescheduleMessage } from '../../src/messages/reschedule-message.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
async function later(shop: string, email: string, hours: number): Promise<string> {
  const sendAt = new Date(shops.world.now().getTime() + hours * hour).toISOString();
  const { record } = await emitEvent(shops.tenant.ctx, shop, {
    ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload, sendAt },
  });
  expect(record.message?.state).toBe('scheduled');
  return record.message?.id ?? '';
}
const countStates = () =>
  shops.sql(
    'SELECT state::text, count(*)::int AS n FROM messages WHERE platform_id = $1 GROUP BY 1 ORDER BY 1',
    shops.tenant.platformId,
  );

test('mail of workspaces on both workers leaves at its time, and not before', async () => {
  const { world, tenant } = shops;
  const ids = [];
  for (const shop of shops.shops) ids.push(await later(shop, 'ada@example.com', 2));
  const [first = '', cancelled = '', moved = ''] = ids;
  await cancelMessage(tenant.ctx, shops.shops[1] ?? '', cancelled);
  const until = new Date(world.now().getTime() + 5 * hour).toISOString();
  await rescheduleMessage(tenant.ctx, shops.shops[2] ?? '', moved, { sendAt: until });

  await releaseMessages(world.app);
  expect(await countStates()).toEqual([
    { state: 'failed', n: 1 },
    { state: 'scheduled', n: ids.length - 1 },
  ]);
  world.advance(3 * hour);
  await releaseMessages(world.app);
  const claimed = await shops.claimed();
  expect(claimed.map(({ id }) => id).sort()).toEqual(ids.filter((id) => id !== cancelled && id !== moved).toSorted());
  expect(claimed.map(({ id }) => id)).toContain(first);
  world.advance(3 * hour);
  await releaseMessages(world.app);
  expect((await shops.claimed()).map(({ id }) => id)).toEqual([moved]);
});

test('mail that finds no place in the hour of its address waits for one, and fails after another hour', async () => {
  const { world, sql } = shops;
  const shop = shops.shops[3] ?? '';
  for (let n = 0; n < 62; n += 1) await later(shop, 'often@example.com', 1);
  world.advance(hour);
  await releaseMessages(world.app);
  const ofAddress = () =>
    sql(
      `SELECT state::text, waits_for, count(*)::int AS n FROM messages WHERE workspace_id = $1 AND address_hash = $2
       GROUP BY 1, 2 ORDER BY 1, 2`,
      shop,
      world.app.secrets.addressHash('often@example.com'),
    );
  expect(await ofAddress()).toEqual([
    { state: 'queued', waits_for: null, n: 30 },
    { state: 'scheduled', waits_for: 'hour', n: 32 },
  ]);
  world.advance(hour + 1_000);
  await releaseMessages(world.app);
  expect(await ofAddress()).toEqual([
    { state: 'failed', waits_for: 'hour', n: 2 },
    { state: 'queued', waits_for: null, n: 60 },
  ]);
});

test('workspaces of both workers with due mail are asked for', async () => {
  const { world, tenant } = shops;
  for (const shop of shops.shops) await later(shop, 'due@example.com', 1);
  world.advance(hour);
  await releaseMessages(world.app);
  const asked: unknown[] = [];
  const wake = {
    ...world.app.wake,
    ask: async (_queue: unknown, turns: readonly unknown[]) => void asked.push(...turns),
  };
  await askForDueMessages({ ...world.app, wake } as typeof world.app);
  const { platformId } = tenant;
  for (const id of shops.shops) expect(asked).toContainEqual({ platformId, id });
});
