/** What time moves and removes on a cluster: health of workspaces, content, and rows whose lifetime has passed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { day } from '../../src/ground/time/durations.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import { countDays } from '../../src/workspaces/health/count-days.ts';
import { sweepHealth } from '../../src/workspaces/health/sweep-health.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops({ HEALTH_MIN_ENDED: '20' });
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
async function emit(shop: string, email: string, more: object = {}): Promise<void> {
  await emitEvent(shops.tenant.ctx, shop, {
    ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload, ...more },
  });
}
async function deliver(): Promise<void> {
  const outcomes = (await shops.claimed()).map((message) =>
    shops.outcome(message, { state: 'delivered', evidence: 'exchanger' }),
  );
  await recordOutcomes(shops.world.app, outcomes, requestLimits);
}
const countOf = async (table: string, condition = 'true') => {
  const rows = await shops.sql(
    `SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = ANY($1) AND ${condition}`,
    shops.shops,
  );
  return Number(rows[0]?.n);
};

test('the health of workspaces on both workers is judged, by their outcomes and by time', async () => {
  const { world, sql } = shops;
  for (const shop of shops.shops) await emit(shop, 'well@example.com');
  await deliver();
  const bad = shops.shops[3] ?? '';
  for (let n = 0; n < 30; n += 1) await emit(bad, `bad-${n}@example.com`);
  const outcomes = (await shops.claimed()).map((message) =>
    shops.outcome(message, { state: 'bounced', bounce: 'hard' }),
  );
  await recordOutcomes(world.app, outcomes, requestLimits);
  expect(await countOf('workspace_health', "state IN ('throttled', 'paused')")).toBe(1);
  expect(await sql('SELECT DISTINCT to_state::text FROM health_changes WHERE workspace_id = $1', bad)).not.toEqual([]);
  expect(await countOf('health_hours', 'judged = 0')).toBeGreaterThan(1);
  await sweepHealth(world.app);
  expect(await countOf('health_hours', 'judged = 0')).toBe(0);
  expect(await countOf('sending_days', 'NOT judged')).toBe(0);
  const today = world.now().toISOString().slice(0, 10);
  const counts = await countDays(
    world.app,
    shops.shops.map((id) => ({ id, day: today })),
  );
  expect(shops.shops.map((id) => counts.get(id)?.sent)).toEqual(shops.shops.map((id) => (id === bad ? 31 : 1)));
});

test('content goes after its days, and rows after their lifetime, in the workspaces of both workers', async () => {
  const { world } = shops;
  // How far the days of another run have gone.
  await shops.sql('DELETE FROM retention_marks');
  const sendAt = new Date(world.now().getTime() + 20 * day).toISOString();
  await emit(shops.shops[5] ?? '', 'later@example.com', { sendAt });
  expect(await countOf('events', 'payload IS NOT NULL')).toBe(30 + shops.shops.length + 1);
  world.advance(31 * day);
  await sweepAll(world.app);
  expect(await countOf('events', 'payload IS NOT NULL')).toBe(1);
  expect(await countOf('messages', 'values IS NOT NULL')).toBe(1);
  expect(await countOf('emit_rates')).toBe(0);
  world.advance(100 * day);
  await sweepAll(world.app);
  for (const table of ['events', 'messages', 'message_attempts'])
    expect([table, await countOf(table)]).toEqual([table, 0]);
  world.advance(400 * day);
  await sweepAll(world.app);
  expect(await countOf('health_changes')).toBe(0);
  // By their days, which another run of this cluster may have begun ahead.
  expect(await countOf('idempotency_keys')).toBe(0);
});
