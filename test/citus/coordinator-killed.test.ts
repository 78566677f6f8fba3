/** The coordinator is killed under load and comes back: for the service, the failover of its database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BusyService, startBusyService } from './cluster/busy-service.ts';

const patience = { timeout: 120_000, interval: 20 };

let busy: BusyService;
beforeAll(async () => {
  busy = await startBusyService();
});
afterAll(() => busy?.stop());

test('emits get 503 meanwhile and lose nothing; mail goes out once after its return', async () => {
  const { cluster, tidings, shopsOf } = busy;
  const shops = shopsOf.flat();
  const [shop = ''] = shops;
  const held = tidings.mail.hold('held@own.example');
  expect(await busy.emit(shop, 'held@own.example')).toBeNull();
  await held.reached;
  const emitting = busy.keepEmitting(shops, 'on');
  await expect.poll(emitting.sent, patience).toBeGreaterThan(50);
  await cluster.coordinator.crash();
  held.release();
  const before = emitting.sent();
  await expect.poll(emitting.sent, patience).toBeGreaterThan(before + 50);
  await expect.poll(() => tidings.service.app.db.isAnswering(), patience).toBe(false);
  await cluster.coordinator.restart();
  const refused = await emitting.stop();
  expect(refused.length).toBeGreaterThan(50);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
  for (const [email, { shop: reference }] of new Map(refused.map((one) => [one.email, one])))
    await expect.poll(() => busy.emit(reference, email), patience).toBeNull();
  await busy.settled();
});
