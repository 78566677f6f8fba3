/** How mails of workspaces end on a cluster, with all that their ends change: bounces, complaints, reports, acts and time. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { hour } from '../../src/ground/time/durations.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { cancelMessages } from '../../src/messages/cancel-messages.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
const types = ['message.bounced', 'message.suppressed', 'message.failed', 'message.expired', 'message.delivered'];
const all = [...types, 'message.complained', 'contact.suppressed', 'workspace.health_changed'];

beforeAll(async () => {
  shops = await openShops();
  // No name is looked up here.
  await shops.sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'endpoint', 'https://hooks.example.com/', $2, now(), now())`,
    shops.tenant.platformId,
    all,
  );
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
async function emit(shop: string, email: string): Promise<string> {
  const { record } = await emitEvent(shops.tenant.ctx, shop, {
    ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload },
  });
  if (record.message == null) throw new Error('The emit makes a message');
  return record.message.id;
}
const statesOf = async (ids: readonly string[]) =>
  (await shops.sql('SELECT id, state::text FROM messages WHERE id = ANY($1)', ids))
    .toSorted((a, b) => ids.indexOf(String(a.id)) - ids.indexOf(String(b.id)))
    .map(({ state }) => state);
/** How many webhooks there are of each type, and none of them from now on. */
async function heard(): Promise<Readonly<Record<string, number>>> {
  const { platformId } = shops.tenant;
  const rows = await shops.sql(
    'SELECT type, count(*)::int AS n FROM webhooks WHERE platform_id = $1 GROUP BY 1',
    platformId,
  );
  await shops.sql('DELETE FROM pending_webhooks WHERE platform_id = $1', platformId);
  await shops.sql('DELETE FROM webhooks WHERE platform_id = $1', platformId);
  return Object.fromEntries(rows.map(({ type, n }) => [String(type), Number(n)]));
}
const blocksOf = (address: string) =>
  shops.sql(
    'SELECT scope_id, reason::text, blocks::text FROM suppressions WHERE platform_id = $1 AND address_hash = $2',
    shops.tenant.platformId,
    shops.world.app.secrets.addressHash(address),
  );

test('a hard bounce blocks its address on the whole platform, and withholds the mail that waits for it anywhere', async () => {
  const { world, tenant, sql } = shops;
  const address = 'gone@example.com';
  for (const shop of shops.shops.slice(0, 3)) await upsertContact(tenant.ctx, shop, `ref:gone`, { email: address });
  const bounced = await emit(shops.shops[0] ?? '', address);
  const [mail] = await shops.claimed();
  if (mail === undefined) throw new Error('There is mail');
  const waiting = [];
  for (const shop of shops.shops.slice(1)) waiting.push(await emit(shop, address));
  await recordOutcomes(world.app, [shops.outcome(mail, { state: 'bounced', bounce: 'hard' })], requestLimits);
  expect(await statesOf([bounced, ...waiting])).toEqual(['bounced', ...waiting.map(() => 'suppressed')]);
  expect(await blocksOf(address)).toEqual([{ scope_id: tenant.platformId, reason: 'hard_bounce', blocks: 'all' }]);
  expect(await sql('SELECT blocks::text FROM platform_blocks WHERE platform_id = $1', tenant.platformId)).toEqual([
    { blocks: 'all' },
  ]);
  expect(await heard()).toEqual({
    'message.bounced': 1,
    'message.suppressed': waiting.length,
    'contact.suppressed': 3,
  });
  expect(
    await sql('SELECT sum(hard_bounces)::int AS n FROM health_hours WHERE workspace_id = ANY($1)', shops.shops),
  ).toEqual([{ n: 1 }]);
});

test('a mailbox that is full on five days is blocked in its workspace', async () => {
  const { world } = shops;
  const shop = shops.shops[1] ?? '';
  const address = 'full@example.com';
  for (let n = 0; n < 5; n += 1) {
    const id = await emit(shop, address);
    const mail = (await shops.claimed()).find((one) => one.id === id);
    if (mail === undefined) throw new Error('There is mail');
    const outcome = shops.outcome(mail, { state: 'bounced', bounce: 'soft' }, { mailboxFault: true });
    await recordOutcomes(world.app, [outcome], requestLimits);
    expect((await blocksOf(address)).length).toBe(n === 4 ? 1 : 0);
    world.advance(24 * hour);
  }
  expect(await blocksOf(address)).toEqual([{ scope_id: shop, reason: 'soft_bounces', blocks: 'all' }]);
  await heard();
});

test('reports end mail: a complaint blocks marketing in its workspace, a bounce the address everywhere', async () => {
  const { world, tenant } = shops;
  const ids = [];
  for (const [n, shop] of shops.shops.slice(0, 3).entries()) ids.push(await emit(shop, `report-${n}@example.com`));
  const mails = await shops.claimed();
  await recordOutcomes(
    world.app,
    mails.map((message) => shops.outcome(message, { state: 'sent' })),
    requestLimits,
  );
  const report = { hard: false, mailboxFault: false, category: null, status: null, replyCode: null, reply: null };
  const [complained = '', bounced = '', delivered = ''] = ids;
  for (let n = 0; n < 2; n += 1) {
    await recordReport(world.app, { ...report, kind: 'complaint', messageId: complained });
    await recordReport(world.app, { ...report, kind: 'bounce', hard: true, messageId: bounced, replyCode: 550 });
    await recordReport(world.app, { ...report, kind: 'delivered', messageId: delivered });
  }
  await recordReport(world.app, { ...report, kind: 'delivered', messageId: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' });
  expect(await statesOf(ids)).toEqual(['complained', 'bounced', 'delivered']);
  expect(await blocksOf('report-0@example.com')).toEqual([
    { scope_id: shops.shops[0], reason: 'complaint', blocks: 'marketing' },
  ]);
  expect(await blocksOf('report-1@example.com')).toEqual([
    { scope_id: tenant.platformId, reason: 'hard_bounce', blocks: 'all' },
  ]);
  expect(await heard()).toEqual({ 'message.complained': 1, 'message.delivered': 2, 'message.bounced': 1 });
  expect(
    await shops.sql(
      'SELECT message_id, count(*)::int AS n FROM message_reports WHERE message_id = ANY($1) GROUP BY 1 ORDER BY 1',
      ids,
    ),
  ).toEqual(ids.toSorted().map((id) => ({ message_id: id, n: 2 })));
});

test('mail is cancelled by an act, one by one and many at once', async () => {
  const { tenant } = shops;
  const ids = [];
  for (const n of [0, 1, 2]) ids.push(await emit('ref:shop-4', `cancel-${n}@example.com`));
  await cancelMessage(tenant.ctx, 'ref:shop-4', ids[0] ?? '');
  expect(await cancelMessages(tenant.ctx, 'ref:shop-4', {}, null)).toEqual({ cancelled: 2, endCursor: null });
  expect(await statesOf(ids)).toEqual(['failed', 'failed', 'failed']);
  expect(await heard()).toEqual({ 'message.failed': 3 });
});

test('time ends mail in the workspaces of both workers', async () => {
  const { world, sql } = shops;
  const lost = [];
  for (const shop of shops.shops) lost.push(await emit(shop, 'lost@example.com'));
  const claimed = await shops.claimed();
  expect(claimed.map(({ id }) => id).sort()).toEqual(lost.toSorted());
  world.advance(hour);
  await sweepMessages(world.app);
  expect(await statesOf(lost)).toEqual(lost.map(() => 'queued'));
  expect(await sql('SELECT DISTINCT lost_leases FROM messages WHERE id = ANY($1)', lost)).toEqual([{ lost_leases: 1 }]);

  await sql('UPDATE messages SET lost_leases = 2 WHERE id = $1', lost[0]);
  await shops.claimed();
  await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', shops.shops[1], world.now());
  world.advance(hour);
  await sweepMessages(world.app);
  expect((await statesOf(lost)).toSorted()).toEqual(['failed', 'failed', ...lost.slice(2).map(() => 'queued')]);
  await sql('UPDATE workspaces SET deleted_at = NULL WHERE id = $1', shops.shops[1]);

  const silent = await emit('ref:shop-5', 'silent@example.com');
  const sent = (await shops.claimed()).filter(({ id }) => id === silent);
  await recordOutcomes(
    world.app,
    sent.map((message) => shops.outcome(message, { state: 'sent' })),
    requestLimits,
  );
  await heard();
  world.advance(80 * hour);
  await sweepMessages(world.app);
  await sweepMessages(world.app);
  expect((await statesOf([...lost, silent])).toSorted()).toEqual([
    'delivered',
    ...lost.slice(2).map(() => 'expired'),
    'failed',
    'failed',
  ]);
  expect(await heard()).toEqual({ 'message.expired': lost.length - 2, 'message.delivered': 1 });
});
