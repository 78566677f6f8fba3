/** What an erasure of a person with a great deal of mail costs, at a twentieth of the size; test/soak has the whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { eraseVolume } from './erase-volume.ts';

const count = 12_000;
/** Events of one step (erase-step.ts). */
const removedAtOnce = 200;
/** Rows that a removed event is read as: its own, its message's, its attempt's and its webhook's, once or twice. */
const rowsAnEvent = 10;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());

test('a step reads what it removes, not all that the person has; WAL is within twice of what goes', async () => {
  const cost = await eraseVolume(world, tenant, count);
  expect(cost.left).toBe(0);
  expect(cost.others[1]).toBe(cost.others[0]);
  expect(cost.cleared).toBeGreaterThan(count * 500);
  expect(cost.stepRows, JSON.stringify(cost)).toBeLessThan(removedAtOnce * rowsAnEvent);
  // With what the searches for the events find, and meet again until a vacuum.
  expect(cost.rowsInAll, JSON.stringify(cost)).toBeLessThan(count * 5 * rowsAnEvent);
  // The answer reads the events by contact and by address, before and within its transaction, and no mail of old.
  expect(cost.answerRows, JSON.stringify(cost)).toBeLessThan(5 * count);
  expect(cost.steps, JSON.stringify(cost)).toBeLessThan(3 * (count / removedAtOnce) + 100);
  expect(cost.wal, JSON.stringify(cost)).toBeGreaterThan(0);
  expect(cost.wal, JSON.stringify(cost)).toBeLessThan(2 * cost.cleared);
});
