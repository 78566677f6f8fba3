/** A person with 240,000 events is erased: answered in under a second, done within a minute. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseVolume } from '../people/erase-volume.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { isWhole, ofWhole } from './share.ts';

const count = ofWhole(240_000);
/** Milliseconds. */
const answerMost = 1_000;
const doneMost = 60_000;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());

test(`a person with ${count} events is gone, and nobody else`, async () => {
  const cost = await eraseVolume(world, tenant, count);
  console.log(JSON.stringify({ count, ...cost }));
  expect(cost.left).toBe(0);
  expect(cost.others[1]).toBe(cost.others[0]);
  expect(cost.wal).toBeLessThan(2 * cost.cleared);
  if (!isWhole) return;
  expect(cost.answeredIn).toBeLessThan(answerMost);
  expect(cost.doneIn).toBeLessThan(doneMost);
});
