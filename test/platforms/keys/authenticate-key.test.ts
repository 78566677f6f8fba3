import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticateKey, forgetKeys } from '../../../src/platforms/keys/authenticate-key.ts';
import { holdTable } from '../../support/hold-table.ts';
import { createWorld, type World } from '../../support/world.ts';

/** Longer than an answer is kept, and less than the second in which a revoked key ends; milliseconds. */
const keptFor = 800;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const revoke = (id: string) =>
  world.app.db.pool.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [id, world.now()]);

test('requests that come at once with one key share one query', async () => {
  const { apiKeyId, token } = await world.tenant();
  const held = await holdTable(world.app.db.pool, 'api_keys');
  const holders = Array.from({ length: 20 }, () => authenticateKey(world.app, token));
  await held.waiters(1);
  await held.release();
  expect(new Set((await Promise.all(holders)).map((holder) => holder?.apiKeyId))).toEqual(new Set([apiKeyId]));
  expect(held.most()).toBe(1);
});

test('an answer that was asked for before the keys were forgotten is given, but not kept', async () => {
  const { apiKeyId, token } = await world.tenant();
  const held = await holdTable(world.app.db.pool, 'api_keys');
  const asked = authenticateKey(world.app, token);
  await held.waiters(1);
  forgetKeys(world.app);
  await held.release();
  expect((await asked)?.apiKeyId).toBe(apiKeyId);
  await revoke(apiKeyId);
  expect(await authenticateKey(world.app, token)).toBeNull();
});

test('an answer lives from its query on, however long the query took', async () => {
  const { apiKeyId, token } = await world.tenant();
  const held = await holdTable(world.app.db.pool, 'api_keys');
  const asked = authenticateKey(world.app, token);
  await held.waiters(1);
  await sleep(keptFor);
  await held.release();
  expect((await asked)?.apiKeyId).toBe(apiKeyId);
  await revoke(apiKeyId);
  // The cache reads the time once a millisecond.
  await sleep(2);
  expect(await authenticateKey(world.app, token)).toBeNull();
});

test('a query that fails is asked again', async () => {
  const { apiKeyId, token } = await world.tenant();
  const held = await holdTable(world.app.db.pool, 'api_keys');
  const failed = expect(authenticateKey(world.app, token)).rejects.toMatchObject({ code: '57014' });
  await held.waiters(1);
  await held.cancelWaiters();
  await failed;
  await held.release();
  expect((await authenticateKey(world.app, token))?.apiKeyId).toBe(apiKeyId);
});
