/** The slots of an endpoint: which attempts run, which webhooks wait or go back, and when a turn hears of room. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeliveries } from '../../../src/webhooks/delivery/deliveries.ts';

/** Attempts at one endpoint that run at once. */
const slots = 16;
/** Accepted webhooks whose results are not committed, at most. */
const uncommittedMax = 256;
const endpoint = { platformId: 'p', id: 'e' };

// No time passes here: what the endpoint accepted stays recent, and what waits is never late.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000));
afterEach(() => void vi.restoreAllMocks());

/** Resolves when ended attempts have left their slots and the window has told so. */
async function soon(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface HeldAttempt {
  readonly webhook: number;
  /** Gives the endpoint's response. */
  readonly answered: (accepted: boolean) => void;
  /** Commits the result, or ends an attempt without one. */
  readonly end: () => void;
}

/** A window with the first `count` webhooks, whose attempts end when the test says so. */
function openWindow(count: number) {
  const held: HeldAttempt[] = [];
  const back: number[] = [];
  const deliveries = createDeliveries<number>({
    attempt: (webhook, answered) => new Promise((end) => void held.push({ webhook, answered, end })),
    giveBack: async (webhooks) => void back.push(...webhooks),
  });
  const window = deliveries.windowOf(endpoint);
  let added = 0;
  const add = (webhooks: number) => {
    window.add(Array.from({ length: webhooks }, (_, n) => added + n));
    added += webhooks;
  };
  add(count);
  return { deliveries, window, held, back, add };
}

/** The window, whose endpoint has just accepted sixteen webhooks, with sixteen attempts running. */
function openFastWindow() {
  const opened = openWindow(slots);
  for (const { answered } of opened.held.slice(0, slots)) answered(true);
  opened.add(slots);
  return opened;
}

test('sixteen attempts run at once; a slot is free once the endpoint has accepted, before the commit', () => {
  const { window, held, add } = openWindow(13);
  expect(window.wanted()).toBe(3);
  add(4);
  expect(held).toHaveLength(slots);
  held[0]?.answered(true);
  expect(held.map(({ webhook }) => webhook)).toEqual(Array.from({ length: slots + 1 }, (_, n) => n));
});

test('a failure keeps its slot until it is committed', async () => {
  const { window, held } = openWindow(slots);
  held[0]?.answered(false);
  expect(window.wanted()).toBe(0);
  held[0]?.end();
  await soon();
  expect(window.wanted()).toBe(1);
});

test('an attempt that ends without a response leaves its slot', async () => {
  const { window, held } = openWindow(slots);
  held[0]?.end();
  await soon();
  expect(window.wanted()).toBe(1);
});

test('an attempt is answered once', () => {
  const { window, held } = openFastWindow();
  held[slots]?.answered(true);
  const wanted = window.wanted();
  held[slots]?.answered(true);
  held[slots]?.answered(false);
  expect(window.wanted()).toBe(wanted);
});

test('as many as the endpoint accepted lately are claimed ahead, once half of them are sent', () => {
  const { window, held, add } = openFastWindow();
  expect(held).toHaveLength(2 * slots);
  expect(window.wanted()).toBe(slots);
  add(slots);
  expect(held).toHaveLength(2 * slots);
  expect(window.wanted()).toBe(0);
  held[slots]?.answered(true);
  expect(window.wanted()).toBe(0);
  for (const { answered } of held.slice(slots + 1, slots + slots / 2)) answered(true);
  expect(window.wanted()).toBe(slots);
});

test('never do seventeen attempts run at once, and none begins twice', async () => {
  const { held, back, add } = openFastWindow();
  for (let n = slots; n < 200; n += 1) {
    if (n % 2 === 0) add(2);
    held[n]?.answered(true);
    expect(held.length - (n + 1)).toBeLessThanOrEqual(slots);
    expect(held.length).toBeGreaterThan(n);
    if (n % 10 > 0) continue;
    for (const { end } of held.slice(0, n)) end();
    await soon();
  }
  const begun = held.map(({ webhook }) => webhook);
  expect(begun).toEqual([...begun].sort((a, b) => a - b));
  expect(new Set([...begun, ...back]).size).toBe(begun.length + back.length);
});

test('webhooks claimed ahead go back when an attempt fails, and none is wanted ahead before its commit', async () => {
  const { window, held, back, add } = openFastWindow();
  add(4);
  held[slots]?.answered(false);
  expect(back).toEqual([32, 33, 34, 35]);
  held[slots + 1]?.answered(true);
  expect(window.wanted()).toBe(1);
  add(3);
  expect(back).toEqual([32, 33, 34, 35, 37, 38]);
  expect(held.at(-1)?.webhook).toBe(36);
});

test('webhooks claimed ahead go back when they are recalled, and nothing of another platform', () => {
  const { deliveries, held, back, add } = openFastWindow();
  add(2);
  deliveries.recall('other');
  expect(back).toEqual([]);
  deliveries.recall(endpoint.platformId);
  expect(back).toEqual([32, 33]);
  held[slots]?.answered(true);
  expect(held).toHaveLength(2 * slots);
});

test('what a claim read before a recall goes back when the claim returns, and nothing of another platform', async () => {
  const { deliveries, back } = openWindow(0);
  const returned = Promise.withResolvers<readonly number[]>();
  const mine = deliveries.claim(endpoint.platformId, () => returned.promise);
  const others = deliveries.claim('other', () => returned.promise);
  deliveries.recall(endpoint.platformId);
  const later = deliveries.claim(endpoint.platformId, () => returned.promise);
  returned.resolve([1, 2]);
  expect(await mine).toEqual([]);
  expect(back).toEqual([1, 2]);
  expect(await others).toEqual([1, 2]);
  expect(await later).toEqual([1, 2]);
});

test('nothing begins while too many accepted webhooks are not committed', async () => {
  const { window, held, add } = openWindow(slots);
  for (let n = 0; n < uncommittedMax; n += 1) {
    held[n]?.answered(true);
    add(1);
  }
  expect(held).toHaveLength(uncommittedMax + slots - 1);
  expect(window.wanted()).toBe(0);
  held[0]?.end();
  await soon();
  expect(held).toHaveLength(uncommittedMax + slots);
});

test('a turn that waits hears of all slots that became free together', async () => {
  const { window, held } = openWindow(slots);
  const wanted = window.wantedWithin(60_000);
  for (const attempt of held.slice(0, 3)) attempt.end();
  expect(await wanted).toBe(true);
  expect(window.wanted()).toBe(3);
});

test('a turn that is not patient hears that nothing is wanted', async () => {
  const { window } = openWindow(slots);
  expect(await window.wantedWithin(0)).toBe(false);
});

test('the last of those who left hears of a free slot, once', async () => {
  const { window, held } = openWindow(slots);
  const told: string[] = [];
  window.whenWanted(() => told.push('first'));
  window.whenWanted(() => told.push('second'));
  held[0]?.end();
  await soon();
  held[1]?.end();
  await soon();
  expect(told).toEqual(['second']);
});

test('deliveries are settled once every attempt has ended and every free slot was told', async () => {
  const { deliveries, window, held } = openWindow(slots);
  let told = false;
  window.whenWanted(() => {
    told = true;
  });
  for (const { end } of held) end();
  await deliveries.settled();
  expect(told).toBe(true);
  expect(window.wanted()).toBe(slots);
});

test('a window that had no attempts for a while bounds later ones of the same turn and of the next together', async () => {
  const { deliveries, window, held } = openWindow(1);
  held[0]?.end();
  await deliveries.settled();
  window.add([7]);
  expect(deliveries.windowOf(endpoint).wanted()).toBe(slots - 1);
});
