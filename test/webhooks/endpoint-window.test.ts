/** The slots of an endpoint: which attempts run, which wait, and when a turn hears of room. */
import { expect, test } from 'vitest';
import { createDeliveries } from '../../src/webhooks/endpoint-window.ts';

/** Attempts at one endpoint that run at once. */
const slots = 8;
const endpoint = { platformId: 'p', id: 'e' };

/** Resolves when ended attempts have left their slots and the window has told so. */
async function soon(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface HeldAttempt {
  /** Ends the attempt. */
  readonly end: () => void;
  /** Says that only its result is left to be written. */
  readonly ending: () => void;
  readonly waited: boolean;
}

/** A window with `count` attempts that end when the test says so. */
function openWindow(count: number) {
  const deliveries = createDeliveries();
  const held: HeldAttempt[] = [];
  const add = (attempts: number) => {
    for (let n = 0; n < attempts; n += 1) {
      deliveries
        .windowOf(endpoint)
        .add((ending, waited) => new Promise((end) => void held.push({ end, ending, waited })));
    }
  };
  add(count);
  return { deliveries, window: () => deliveries.windowOf(endpoint), held, add };
}

test('eight attempts run at once; others begin as slots become free, and know that they have waited', async () => {
  const { window, held, add } = openWindow(5);
  expect(window().free()).toBe(3);
  add(3);
  expect(window().free()).toBe(0);
  held[0]?.ending();
  expect(window().free()).toBe(1);
  add(1);
  expect(window().free()).toBe(0);
  expect(held).toHaveLength(slots);
  held[0]?.end();
  await soon();
  expect(held.map(({ waited }) => waited)).toEqual([...Array(slots).fill(false), true]);
  expect(window().free()).toBe(0);
});

test('an attempt that says twice that it ends counts once', () => {
  const { window, held } = openWindow(slots);
  held[0]?.ending();
  held[0]?.ending();
  expect(window().free()).toBe(1);
});

test('a turn that waits for a slot has it, with all those that end together', async () => {
  const { window, held } = openWindow(slots);
  const slot = window().slotWithin(60_000);
  for (const attempt of held.slice(0, 3)) attempt.end();
  expect(await slot).toBe(true);
  expect(window().free()).toBe(3);
});

test('a turn that is not patient hears that there is no slot', async () => {
  const { window } = openWindow(slots);
  expect(await window().slotWithin(0)).toBe(false);
});

test('the last of those who left hears of a free slot, once', async () => {
  const { window, held } = openWindow(slots);
  const told: string[] = [];
  window().whenFree(() => told.push('first'));
  window().whenFree(() => told.push('second'));
  held[0]?.end();
  await soon();
  held[1]?.end();
  await soon();
  expect(told).toEqual(['second']);
});

test('a slot that a waiting attempt takes is not told as free', async () => {
  const { window, held, add } = openWindow(slots);
  held[0]?.ending();
  add(1);
  let told = 0;
  window().whenFree(() => {
    told += 1;
  });
  held[0]?.end();
  await soon();
  expect(told).toBe(0);
  held[1]?.end();
  await soon();
  expect(told).toBe(1);
});

test('deliveries are settled once every attempt has ended and every free slot was told', async () => {
  const { deliveries, window, held } = openWindow(slots);
  let told = false;
  window().whenFree(() => {
    told = true;
  });
  for (const { end } of held) end();
  await deliveries.settled();
  expect(told).toBe(true);
  expect(window().free()).toBe(slots);
});

test('a window that had no attempts for a while bounds later ones of the same turn and of the next together', async () => {
  const { deliveries, held } = openWindow(1);
  const first = deliveries.windowOf(endpoint);
  held[0]?.end();
  await deliveries.settled();
  first.add(() => new Promise(() => undefined));
  expect(deliveries.windowOf(endpoint).free()).toBe(slots - 1);
});
