/**
 * What a cluster is asked instead, on one database (docs/rules.md#statements-of-one-workspace): sweeps, claims of webhooks,
 * suppressions and lifts change the same rows workspace by workspace.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App, Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { releaseMessages } from '../../src/events/scheduled/release-messages.ts';
import { day, hour } from '../../src/ground/time/durations.ts';
import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import type { ClaimedMessage } from '../../src/messages/claims/claimed-message.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import { writeResults } from '../../src/webhooks/delivery/record-attempts.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
/** As if the database were a cluster's coordinator. */
let onCluster: App;
let ctx: Ctx;
let shops: readonly string[];
beforeAll(async () => {
  world = await createWorld();
  onCluster = createApp({ ...world.app, db: { ...world.app.db, isCluster: () => true } });
  tenant = await world.tenant({ domain: 'acme.example', eventType: 'order.shipped' });
  ctx = { ...tenant.ctx, app: onCluster };
  shops = [tenant.workspace, await createWorkspace(tenant.ctx, { name: 'Other', reference: 'other' })];
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, rate_limit, created_at, updated_at)
     VALUES ($1, 'endpoint', 'https://hooks.example.com/', '{message.bounced,message.suppressed}', 100, now(), now())`,
    tenant.platformId,
  );
});
afterAll(() => world.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
async function emit(email: string, sendAt?: Date): Promise<void> {
  const more = sendAt === undefined ? {} : { sendAt: sendAt.toISOString() };
  for (const shop of shops)
    await emitEvent(ctx, shop, {
      ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload, ...more },
    });
}
async function claimed(): Promise<readonly ClaimedMessage[]> {
  const { platformId } = tenant;
  const of = (id: string) => claimMessages(onCluster, { platformId, id }, { rows: 10, past: [] }, { kind: 'open' });
  return (await Promise.all(shops.map(of))).flat();
}
const states = () =>
  sql('SELECT state::text, count(*)::int AS n FROM messages WHERE workspace_id = ANY($1) GROUP BY 1 ORDER BY 1', shops);

test('mail that leaves later leaves, and a hard bounce withholds what waits elsewhere', async () => {
  await emit('ada@example.com', new Date(world.now().getTime() + hour));
  await releaseMessages(onCluster);
  expect(await states()).toEqual([{ state: 'scheduled', n: 2 }]);
  world.advance(hour);
  await releaseMessages(onCluster);
  expect(await states()).toEqual([{ state: 'queued', n: 2 }]);
  const [message] = await claimed();
  if (message === undefined) throw new Error('There is mail');
  const outcome = { message, mailboxFault: false, at: world.now(), trace: null };
  await recordOutcomes(onCluster, [{ ...outcome, ending: { state: 'bounced', bounce: 'hard' } }], requestLimits);
  // The other is under way.
  world.advance(hour);
  await sweepMessages(onCluster);
  await emit('ada@example.com');
  expect(await states()).toEqual([
    { state: 'bounced', n: 1 },
    { state: 'queued', n: 1 },
    { state: 'suppressed', n: 2 },
  ]);
  world.advance(2 * day);
  await sweepMessages(onCluster);
  expect(await states()).toEqual([
    { state: 'bounced', n: 1 },
    { state: 'expired', n: 1 },
    { state: 'suppressed', n: 2 },
  ]);
});

test('a webhook is claimed within its rate, and delivered', async () => {
  const turn = { platformId: tenant.platformId, id: 'endpoint' };
  world.advance(-2 * day);
  const claim = async () => (await claimTogether(onCluster, [{ turn, limit: 10, dueFrom: null }]))[0]?.answer ?? [];
  const webhooks = await claim();
  expect(webhooks.map(({ type }) => type).sort()).toEqual([
    'message.bounced',
    'message.suppressed',
    'message.suppressed',
  ]);
  expect(await claim()).toEqual([]);
  const result = { status: 200, error: null, durationMs: 5 };
  await writeResults(
    onCluster,
    webhooks.map((webhook) => ({ webhook, at: world.now(), result })),
  );
  expect(await sql('SELECT DISTINCT state::text FROM webhooks WHERE platform_id = $1', tenant.platformId)).toEqual([
    { state: 'delivered' },
  ]);
  world.advance(2 * day);
});

test('suppressions are lifted through the workspaces that list them', async () => {
  const [here = '', there = ''] = shops;
  const own = await suppressByHand(ctx, here, { email: 'own@example.com' });
  await expect(liftSuppression(ctx, there, own)).rejects.toMatchObject({ code: 'not_found' });
  expect(await liftSuppression(ctx, here, own)).toBe(own);
  const [wide] = await sql(`SELECT id FROM suppressions WHERE scope_id = $1`, tenant.platformId);
  expect(await liftSuppression(ctx, there, String(wide?.id))).toBe(wide?.id);
  expect(await sql('SELECT FROM platform_blocks WHERE platform_id = $1', tenant.platformId)).toEqual([]);
  expect(await sql('SELECT workspace_id, platform_wide FROM suppression_lifts ORDER BY platform_wide')).toEqual([
    { workspace_id: here, platform_wide: false },
    { workspace_id: there, platform_wide: true },
  ]);
});

test('content and rows go after their lifetime', async () => {
  world.advance(40 * day);
  await sweepAll(onCluster);
  expect(await sql('SELECT FROM events WHERE payload IS NOT NULL')).toEqual([]);
  world.advance(100 * day);
  await sweepAll(onCluster);
  for (const table of ['events', 'messages', 'suppression_lifts', 'emit_rates', 'message_attempts'])
    expect([table, await sql(`SELECT FROM ${table}`)]).toEqual([table, []]);
});
