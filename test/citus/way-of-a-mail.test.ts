/** A mail of a workspace on a cluster, from its emit to its delivery, with the service's own verbs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitBatch } from '../../src/events/emit/emit-batch.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { readWork } from '../../src/events/emit/read-work.ts';
import { confirmLeases } from '../../src/messages/claims/confirm-leases.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import type { Tenant, World } from '../support/open-world.ts';
import { openShops, type Shops } from './shops.ts';

let world: World;
let tenant: Tenant;
let shops: Shops['shops'];
let sql: Shops['sql'];
let claimed: Shops['claimed'];
let outcome: Shops['outcome'];

beforeAll(async () => {
  ({ world, tenant, shops, sql, claimed, outcome } = await openShops());
  // No name is looked up here.
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'endpoint', 'https://hooks.example.com/', '{message.delivered,message.suppressed}', now(), now())`,
    tenant.platformId,
  );
  await sql(
    `INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, address_hash, reason, blocks, created_at)
     VALUES ($1, 'gone', $2, $2, $3, 'manual', 'all', now())`,
    tenant.platformId,
    shops[2],
    world.app.secrets.addressHash('gone@example.com'),
  );
});
afterAll(() => world?.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
const event = (email: string, idempotencyKey: string) => ({
  ...{ type: 'order.shipped', recipient: { email }, idempotencyKey, payload },
});

test('the workspaces are on both workers', async () => {
  const rows = await sql(
    `SELECT count(DISTINCT l.groupid)::int AS workers FROM unnest($1::text[]) w (id)
     JOIN pg_dist_placement l ON l.shardid = get_shard_id_for_distribution_column('messages', w.id)`,
    shops,
  );
  expect(rows).toEqual([{ workers: 2 }]);
});

test('an emit is accepted once, whatever comes again', async () => {
  const first = await emitEvent(tenant.ctx, 'ref:shop', event('once@example.com', 'once'));
  expect([first.replayed, first.record.message?.state]).toEqual([false, 'queued']);
  const again = await emitEvent(tenant.ctx, tenant.workspace, event('once@example.com', 'once'));
  expect([again.replayed, again.record.id]).toEqual([true, first.record.id]);
  expect(await sql('SELECT id, mails FROM events WHERE workspace_id = $1', tenant.workspace)).toEqual([
    { id: first.record.id, mails: true },
  ]);
  await expect(
    emitEvent(tenant.ctx, 'ref:shop', {
      ...event('once@example.com', 'once'),
      payload: { ...payload, order_number: '2' },
    }),
  ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('an address takes thirty an hour', async () => {
  const many = [];
  for (let n = 0; n < 30; n += 1)
    many.push(await emitEvent(tenant.ctx, 'ref:shop-6', event('often@example.com', `often-${n}`)));
  expect(many.filter(({ replayed }) => replayed)).toEqual([]);
  await expect(emitEvent(tenant.ctx, 'ref:shop-6', event('often@example.com', 'often-30'))).rejects.toMatchObject({
    code: 'recipient_rate_limited',
  });
  await sql('DELETE FROM messages WHERE workspace_id = $1', shops[7]);
});

test('a batch of workspaces on both workers is accepted, claimed, confirmed and delivered', async () => {
  const works = [];
  for (const shop of shops) {
    for (const email of ['ada@example.com', 'gone@example.com'])
      works.push(await readWork(tenant.ctx, shop, event(email, email)));
  }
  const settled = await Promise.all(await emitBatch(world.app, works, requestLimits));
  const states = settled.map((one) =>
    'answer' in one && 'record' in one.answer ? one.answer.record.message?.state : one,
  );
  expect(states.filter((state) => state === 'queued').length).toBe(2 * shops.length - 1);
  expect(states.filter((state) => state === 'suppressed').length).toBe(1);

  const mails = await claimed();
  expect(mails.length).toBe(2 * shops.length);
  expect(mails.filter(({ suppressed }) => suppressed)).toEqual([]);
  expect((await confirmLeases(world.app.db, mails, new Date(world.now().getTime() + 60_000))).ids.size).toBe(
    mails.length,
  );
  expect(await claimed()).toEqual([]);

  const [later, ...others] = mails;
  if (later === undefined) throw new Error('There is mail');
  const due = new Date(world.now().getTime() + 3_600_000);
  const outcomes = [
    outcome(later, { state: 'queued', dueAt: due }),
    ...others.map((message) => outcome(message, { state: 'delivered', evidence: 'exchanger' })),
  ];
  await recordOutcomes(world.app, outcomes, requestLimits);
  // Once more: an outcome counts once.
  await recordOutcomes(world.app, outcomes, requestLimits);
  const { platformId } = tenant;
  expect(
    await sql(
      'SELECT state::text, count(*)::int AS n FROM messages WHERE platform_id = $1 GROUP BY 1 ORDER BY 1',
      platformId,
    ),
  ).toEqual([
    { state: 'delivered', n: others.length },
    { state: 'queued', n: 1 },
    { state: 'suppressed', n: 1 },
  ]);
  const ids = mails.map(({ id }) => id);
  expect(await sql('SELECT count(*)::int AS n FROM message_attempts WHERE message_id = ANY($1)', ids)).toEqual([
    { n: mails.length },
  ]);
  expect(
    await sql('SELECT type, count(*)::int AS n FROM webhooks WHERE platform_id = $1 GROUP BY 1 ORDER BY 1', platformId),
  ).toEqual([
    { type: 'message.delivered', n: others.length },
    { type: 'message.suppressed', n: 1 },
  ]);
  expect(
    await sql(
      'SELECT sum(ended)::int AS ended, sum(delivered)::int AS delivered FROM health_hours WHERE workspace_id = ANY($1)',
      shops,
    ),
  ).toEqual([{ ended: others.length, delivered: others.length }]);
  expect(
    await sql(
      `SELECT fact, sum(messages)::int AS n FROM figure_changes WHERE platform_id = $1 AND fact IN ('delivered', 'suppressed') GROUP BY 1 ORDER BY 1`,
      platformId,
    ),
  ).toEqual([
    { fact: 'delivered', n: others.length },
    { fact: 'suppressed', n: 1 },
  ]);
});
