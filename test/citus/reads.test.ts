/** What people and operators read of a whole platform, or of all of them, on a cluster. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLeavers } from '../../src/contacts/list-leavers.ts';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { listMetadataKeys } from '../../src/events/list-metadata-keys.ts';
import { explained } from '../../src/explain/explained-message.ts';
import { findLift } from '../../src/explain/find-lift.ts';
import { readNextRooms, type Standing } from '../../src/explain/waits/next-room.ts';
import { newId } from '../../src/ground/ids.ts';
import { hour } from '../../src/ground/time/durations.ts';
import { readTimelineMarks } from '../../src/live/timeline-marks.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import { readOldestDue } from '../../src/operations/read-oldest-due.ts';
import { readPlatformBacklogs } from '../../src/operations/read-own.ts';
import { readSending } from '../../src/operations/read-sending.ts';
import { locateId, locateIds } from '../../src/platforms/locate-id.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { readLastEmits } from '../../src/workspaces/read-last-emits.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
const emit = async (shop: string, email: string, more: { metadata?: Record<string, string>; sendAt?: Date } = {}) =>
  (
    await emitEvent(shops.tenant.ctx, shop, {
      ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload },
      ...more,
    })
  ).record;
const numbers = <Key extends string>(row: Readonly<Record<Key, { readonly count: number }>>, ...keys: readonly Key[]) =>
  keys.map((key) => row[key].count);

test('an operator sees what waits, in all workspaces and by platform', async () => {
  const { world, tenant } = shops;
  const counts = async () =>
    numbers(await readSending(world.app), 'queued', 'due', 'workspacesDue', 'scheduled', 'sending');
  // Other files leave mail in the same cluster.
  const before = await counts();
  for (const shop of shops.shops) await emit(shop, 'waiting@example.com');
  const [one = ''] = shops.shops;
  await emit(one, 'second@example.com');
  await emit(one, 'later@example.com', { sendAt: new Date(world.now().getTime() + hour) });
  const after = await counts();
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([9, 9, 8, 1, 0]);
  const { oldestDueAt, oldestEmitAt } = await readSending(world.app);
  expect(oldestDueAt).not.toBeNull();
  expect(oldestEmitAt).not.toBeNull();
  const oldest = (await readOldestDue(world.app)).mail?.getTime() ?? Number.POSITIVE_INFINITY;
  expect(oldest).toBeLessThanOrEqual(world.now().getTime());
  const [own, none] = await readPlatformBacklogs(world.app, [tenant.platformId, 'none']);
  expect(own).toMatchObject({ queued: 9, sending: 0, awaitingReport: 0, capped: false, webhooks: { count: 0 } });
  expect(own?.scheduled.count).toBe(1);
  expect(none).toMatchObject({ id: 'none', queued: 0, scheduled: { count: 0 } });
});

test('webhooks that wait count for their platform, and are the oldest work', async () => {
  const { world, tenant, sql } = shops;
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, $1 || 'reads', 'https://hooks.example.com/', '{message.delivered}', now(), now())`,
    tenant.platformId,
  );
  const claimed = await shops.claimed();
  const outcomes = claimed.map((message) => shops.outcome(message, { state: 'delivered', evidence: 'exchanger' }));
  const [first] = claimed;
  const marks = async () => (await readTimelineMarks(world.app.db, [first?.id ?? '', 'none'])).get(first?.id ?? '');
  const before = await marks();
  await recordOutcomes(world.app, outcomes, requestLimits);
  const ended = await marks();
  expect([before === ended, before?.startsWith('('), ended?.includes('delivered')]).toEqual([false, true, true]);
  const [own] = await readPlatformBacklogs(world.app, [tenant.platformId]);
  expect(own).toMatchObject({ queued: 0, webhooks: { count: claimed.length } });
  const { webhooks } = await readOldestDue(world.app);
  expect(webhooks?.getTime()).toBeLessThanOrEqual(world.now().getTime());
  await sql('UPDATE webhooks SET delivered_at = now() WHERE message_id = $1', first?.id);
  expect(await marks()).not.toBe(ended);
  expect(await marks()).toContain(String(ended).slice(0, -1));
});

test('an id is found whatever it is of, and for a key of one workspace in that workspace alone', async () => {
  const { tenant } = shops;
  const [here, there] = await shops.onBothWorkers();
  const event = await emit(there, 'sought@example.com');
  const { id: contactId } = await upsertContact(tenant.ctx, here, 'ref:sought', { email: 'contact@example.com' });
  const suppressionId = await suppressByHand(tenant.ctx, here, { email: 'blocked@example.com' });
  const messageId = event.message?.id ?? '';
  const ids = [event.id, messageId, contactId, suppressionId, here, newId(new Date())];
  const found = (await locateIds(tenant.ctx, ids)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  expect(found).toEqual([
    { id: event.id, type: 'Event', workspaceId: there },
    { id: messageId, type: 'Message', workspaceId: there },
    { id: contactId, type: 'Contact', workspaceId: here },
    { id: suppressionId, type: 'Suppression', workspaceId: here },
    { id: here, type: 'Workspace', workspaceId: here },
  ]);
  const ofOne = { ...tenant.ctx, workspaceId: here };
  expect(await locateId(ofOne, messageId)).toBeNull();
  expect(await locateId(ofOne, contactId)).toMatchObject({ type: 'Contact' });
});

test('the last emit of each workspace, and the keys of metadata of all', async () => {
  const { world, tenant } = shops;
  const [here, there] = await shops.onBothWorkers();
  await emit(here, 'keys@example.com', { metadata: { cart: '1', campaign: 'a' } });
  await emit(there, 'keys@example.com', { metadata: { cart: '2' } });
  const last = await readLastEmits(world.app, { platformId: tenant.platformId, ids: [here, there, 'none'] });
  expect(new Map(last.map(({ id, at }) => [id, at?.getTime()]))).toEqual(
    new Map([here, there].map((id) => [id, world.now().getTime()])),
  );
  expect(await listMetadataKeys(tenant.ctx)).toEqual(['cart', 'campaign']);
});

test('who left by themselves in any workspace, who left last first', async () => {
  const { world, tenant, sql } = shops;
  const places = await shops.onBothWorkers();
  const expected: unknown[] = [];
  for (const [n, shop] of places.entries()) {
    const { id } = await upsertContact(tenant.ctx, shop, 'ref:leaver', { email: `leaver-${n}@example.com` });
    const at = new Date(world.now().getTime() - n * hour);
    await sql(
      "UPDATE contacts SET status = 'unsubscribed', marketing_at = $3 WHERE workspace_id = $1 AND id = $2",
      ...[shop, id, at],
    );
    await sql(
      `INSERT INTO consent_changes (workspace_id, id, contact_id, state, at, source, replaced_state, created_at)
       VALUES ($1, $2, $3, 'unsubscribed', $4, 'link', 'subscribed', $4)`,
      ...[shop, newId(at), id, at],
    );
    expected.push({ workspaceId: shop, contactId: id, at, source: 'link' });
  }
  expect(await listLeavers(tenant.ctx)).toEqual({ people: expected, capped: false });
});

test('a block that held a message back is found with its lift, in whichever workspace it was lifted', async () => {
  const { world, tenant } = shops;
  const [here, there] = await shops.onBothWorkers();
  const email = 'lifted@example.com';
  const id = await suppressByHand(tenant.ctx, here, { email, reach: 'platform' });
  const { message } = await emit(there, email);
  expect(message?.state).toBe('suppressed');
  const where = { where: { workspaceId_id: { workspaceId: there, id: message?.id ?? '' } }, ...explained };
  const held = await world.app.db.prisma.message.findUniqueOrThrow(where);
  expect(await findLift(tenant.ctx, held)).toBeNull();
  world.advance(hour);
  await liftSuppression(tenant.ctx, here, id);
  expect(await findLift(tenant.ctx, held)).toMatchObject({ liftedAt: world.now() });
});

test('a message of a workspace without room is told how many go before it', async () => {
  const { world } = shops;
  const places = await shops.onBothWorkers();
  const standings: Standing[] = [];
  const asked: { workspaceId: string; id: string; dueAt: Date }[] = [];
  for (const workspaceId of places) {
    world.advance(1_000);
    const before = await emit(workspaceId, `first-${workspaceId}@example.com`);
    world.advance(1_000);
    const { message } = await emit(workspaceId, `second-${workspaceId}@example.com`);
    expect(before.message?.state).toBe('queued');
    asked.push({ workspaceId, id: message?.id ?? '', dueAt: world.now() });
    const workspace = await world.app.db.prisma.workspace.findFirstOrThrow({ where: { id: workspaceId } });
    const health = await world.app.db.prisma.workspaceHealth.findFirstOrThrow({ where: { workspaceId } });
    standings.push({ workspace, health, allowance: { kind: 'capped', cap: 1 }, sentToday: 1 } as Standing);
  }
  const roomOf = await readNextRooms(world.app, standings, asked);
  for (const message of asked) {
    const room = roomOf(message);
    expect(room?.ahead).toBeGreaterThanOrEqual(1);
    expect(room?.isCounted).toBe(true);
  }
});
