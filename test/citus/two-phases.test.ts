/**
 * A transaction that writes on the coordinator and on a worker ends by two-phase commit (docs/rules.md#two-phase-commit): the
 * coordinator is killed between its steps. Commits of a server are held by having it wait for a standby that is not there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import type { ClaimedWebhook } from '../../src/webhooks/delivery/claimed-webhook.ts';
import { openClient } from '../support/open-client.ts';
import { startOwnCluster } from './cluster/own-cluster.ts';
import type { Cluster } from './cluster/start-cluster.ts';
import type { Node } from './cluster/start-node.ts';
import { openShops, type Shops } from './shops.ts';

const patience = { timeout: 60_000, interval: 20 };

let cluster: Cluster;
let worker: Node;
let shops: Shops;
/** On the first worker. */
let shop: string;
const endpoint = () => `${shops.tenant.platformId}every`;
beforeAll(async () => {
  cluster = await startOwnCluster(true);
  shops = await openShops({}, cluster.url);
  const [one] = await shops.onBothWorkers();
  shop = one;
  const [place] = await shops.sql(
    `SELECT nodeport AS port FROM pg_dist_node JOIN pg_dist_placement USING (groupid)
     WHERE shardid = get_shard_id_for_distribution_column('messages', $1::text)`,
    shop,
  );
  worker = cluster.workers.find(({ port }) => port === place?.port) ?? cluster.coordinator;
  await shops.sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, $2, 'https://hooks.example.com/', '{message.delivered,message.suppressed}', now(), now())`,
    ...[shops.tenant.platformId, endpoint()],
  );
});
afterAll(async () => {
  // A test that failed holds commits still.
  for (const node of cluster ? [cluster.coordinator, worker] : []) await freeCommits(node).catch(() => undefined);
  await shops?.world.close();
  await cluster?.stop();
});

async function on(node: Node, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = await openClient(node.url('tidings'));
  try {
    // Else a worker shows no shards.
    await client.query('SET citus.override_table_visibility = off');
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
async function holdCommits(node: Node): Promise<void> {
  await on(node, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  await on(node, 'SELECT pg_reload_conf()');
  await expect
    .poll(() => on(node, 'SHOW synchronous_standby_names'), patience)
    .toMatchObject([{ synchronous_standby_names: 'nobody' }]);
}
async function freeCommits(node: Node): Promise<void> {
  await on(node, 'ALTER SYSTEM RESET synchronous_standby_names');
  await on(node, 'SELECT pg_reload_conf()');
}
/** Whether the worker has prepared a transaction that wrote such a table. */
const isPrepared = async (table: string) =>
  (
    await on(
      worker,
      `SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
       -- While it waits for its standby, the session still has them.
       LEFT JOIN pg_stat_activity a ON a.pid = l.pid
       WHERE (l.pid IS NULL OR a.wait_event = 'SyncRep' AND a.query LIKE 'PREPARE%') AND l.mode = 'RowExclusiveLock' AND c.relname LIKE '${table}\\_%'`,
    )
  ).length > 0;
const leftPrepared = async () => (await on(worker, 'SELECT FROM pg_prepared_xacts')).length;

const emit = (email: string) =>
  emitEvent(shops.tenant.ctx, shop, {
    ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: email },
    payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' },
  });
async function delivered(email: string) {
  await emit(email);
  return (await shops.claimed()).map((message) =>
    shops.outcome(message, { state: 'delivered', evidence: 'exchanger' }),
  );
}
async function claim(): Promise<readonly ClaimedWebhook[]> {
  const turn = { platformId: shops.tenant.platformId, id: endpoint() };
  const [claimed] = await claimTogether(shops.world.app, [{ turn, limit: 50, dueFrom: null }]);
  return claimed?.answer ?? [];
}
const answers = () => shops.sql('SELECT 1 AS one').catch(() => []);
const kept = () =>
  shops.sql(
    `SELECT (SELECT count(*) FROM message_attempts WHERE workspace_id = $1)::int AS attempts,
       (SELECT count(*) FROM webhooks WHERE workspace_id = $1)::int AS webhooks`,
    shop,
  );

test('what a worker has prepared and the coordinator did not commit is undone, and can be done again', async () => {
  // With the first the process learns of the endpoint, and asks again with its webhook.
  await recordOutcomes(shops.world.app, await delivered('first@example.com'), requestLimits);
  const outcomes = await delivered('reader@example.com');
  await holdCommits(worker);
  const first = recordOutcomes(shops.world.app, outcomes, requestLimits).catch(() => 'refused');
  await expect.poll(() => isPrepared('messages'), patience).toBe(true);
  await cluster.coordinator.crash();
  await first;
  await freeCommits(worker);
  await cluster.coordinator.restart();
  await expect.poll(answers, patience).toEqual([{ one: 1 }]);
  await expect.poll(leftPrepared, patience).toBe(0);
  expect(await kept()).toEqual([{ attempts: 1, webhooks: 1 }]);
  await recordOutcomes(shops.world.app, outcomes, requestLimits);
  expect(await kept()).toEqual([{ attempts: 2, webhooks: 2 }]);
  expect((await claim()).map(({ message }) => message?.recipient)).toEqual(['first@example.com', 'reader@example.com']);
});

test('what the coordinator has committed, a worker commits later; a webhook waits for its message meanwhile', async () => {
  const { world, tenant, sql } = shops;
  const email = 'blocked@example.com';
  await suppressByHand(tenant.ctx, shop, { email });
  await holdCommits(cluster.coordinator);
  const first = emit(email).catch(() => 'refused');
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'tidings'";
  await expect.poll(() => on(cluster.coordinator, waiting), patience).not.toEqual([]);
  expect(await isPrepared('messages')).toBe(true);
  await holdCommits(worker);
  await cluster.coordinator.crash();
  expect(await first).toBe('refused');
  await cluster.coordinator.restart();
  await freeCommits(cluster.coordinator);
  await expect.poll(answers, patience).toEqual([{ one: 1 }]);
  const looks = () =>
    sql(
      `SELECT p.attempt_number, p.round_attempts FROM pending_webhooks p JOIN webhooks h USING (platform_id, id)
       WHERE h.type = 'message.suppressed'`,
    );
  expect(await claim()).toEqual([]);
  expect(await claim()).toEqual([]);
  expect(await looks()).toEqual([{ attempt_number: 1, round_attempts: 0 }]);
  world.advance(1_000);
  expect(await claim()).toEqual([]);
  expect(await looks()).toEqual([{ attempt_number: 2, round_attempts: 0 }]);
  await freeCommits(worker);
  await expect.poll(leftPrepared, patience).toBe(0);
  world.advance(1_000);
  const [webhook, ...others] = await claim();
  expect(webhook?.message).toMatchObject({ recipient: email, idempotencyKey: email });
  expect(others).toEqual([]);
  const again = await emit(email);
  expect(again.record.message?.id).toBe(webhook?.messageId);
});
