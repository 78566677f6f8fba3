/**
 * A transaction that writes on the coordinator and on a worker ends by two-phase commit (docs/rules.md#two-phase-commit): the
 * coordinator is killed between its steps. Commits of a server are held by having it wait for a standby that is not there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../support/open-client.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';
import { type BusyService, startBusyService } from './cluster/busy-service.ts';
import type { Node } from './cluster/start-node.ts';

const patience = { timeout: 120_000, interval: 20 };

let busy: BusyService;
let worker: Node;
let shop: string;
let suppressed: WebhookSink;
beforeAll(async () => {
  busy = await startBusyService();
  const [node] = busy.cluster.workers;
  const [reference] = busy.shopsOf[0] ?? [];
  if (node === undefined || reference === undefined) throw new Error('The first worker has no workspace');
  worker = node;
  shop = reference;
  suppressed = await busy.tidings.webhookSink();
  const endpoint = { url: suppressed.url, types: ['message.suppressed'] };
  expect(await busy.backend.rest('POST', '/webhook-endpoints', endpoint)).toMatchObject({ status: 201 });
});
afterAll(() => busy?.stop());

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
/** Whether the worker has a prepared transaction that wrote such a table. */
const isPrepared = async (table: string) =>
  (
    await on(
      worker,
      `SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
       WHERE l.pid IS NULL AND l.mode = 'RowExclusiveLock' AND c.relname LIKE '${table}\\_%'`,
    )
  ).length > 0;
const leftPrepared = async () => (await on(worker, 'SELECT FROM pg_prepared_xacts')).length;

test('what a worker has prepared and the coordinator did not commit is undone, and done again', async () => {
  const { cluster, tidings } = busy;
  const held = tidings.mail.hold('held@own.example');
  expect(await busy.emit(shop, 'held@own.example')).toBeNull();
  await held.reached;
  await holdCommits(worker);
  held.release();
  await expect.poll(() => isPrepared('message_attempts'), patience).toBe(true);
  await cluster.coordinator.crash();
  await freeCommits(worker);
  await cluster.coordinator.restart();
  await busy.settled();
  expect(busy.hooks.taken.map(({ body }) => body.data.message.recipient)).toContain('held@own.example');
  await expect.poll(leftPrepared, patience).toBe(0);
});

test('what the coordinator has committed, a worker commits later; a webhook waits for its message meanwhile', async () => {
  const { cluster, backend } = busy;
  const recipient = { email: 'blocked@own.example' };
  const blocked = await backend.rest('POST', `/workspaces/ref:${shop}/suppressions`, recipient);
  expect(blocked.status).toBeLessThan(300);
  const emit = () =>
    backend.rest('POST', `/workspaces/ref:${shop}/events`, {
      ...{ type: 'order.shipped', recipient, idempotency_key: 'blocked' },
      payload: { order_number: '1001', tracking_url: 'https://example.com/1001' },
    });
  await holdCommits(cluster.coordinator);
  const first = emit();
  await expect
    .poll(
      () => on(cluster.coordinator, "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'"),
      patience,
    )
    .not.toEqual([]);
  expect(await isPrepared('messages')).toBe(true);
  await holdCommits(worker);
  await cluster.coordinator.crash();
  expect(await first).toMatchObject({ status: 503 });
  await cluster.coordinator.restart();
  await freeCommits(cluster.coordinator);
  const looks = () =>
    on(
      cluster.coordinator,
      `SELECT p.attempt_number, p.round_attempts FROM pending_webhooks p JOIN webhooks h USING (platform_id, id)
       WHERE h.type = 'message.suppressed' AND p.lease_until IS NULL`,
    );
  // Claimed twice, put off twice.
  await expect.poll(looks, patience).toEqual([{ attempt_number: 2, round_attempts: 0 }]);
  expect(suppressed.taken).toEqual([]);
  await freeCommits(worker);
  const [webhook] = await suppressed.received(1);
  expect(webhook?.body.data.message).toMatchObject({ ...{ recipient: recipient.email }, idempotency_key: 'blocked' });
  await expect.poll(leftPrepared, patience).toBe(0);
  expect(await emit()).toMatchObject({ status: 200 });
  expect(suppressed.taken.length).toBe(1);
});
