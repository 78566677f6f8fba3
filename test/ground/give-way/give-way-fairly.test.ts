import { setImmediate as soon } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { giveWayFairly } from '../../../src/ground/give-way/give-way-fairly.ts';
import type { Steps } from '../../../src/ground/steps.ts';

/** How long a step of the tests takes by `performance.now()`, which they move themselves; milliseconds. */
const step = 4;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // Work that ran before in this process may have left it resting.
  await giveWayFairly('before', work('', 1));
});
afterAll(() => void vi.useRealTimers());

function* work<Name>(name: Name, steps: number, stepTime = step, onStep = () => {}): Steps<Name> {
  for (let n = 0; n < steps; n += 1) {
    vi.advanceTimersByTime(stepTime);
    onStep();
    yield;
  }
  return name;
}

test('short work is done at once', () => {
  let done = false;
  function* short(): Steps<void> {
    yield;
    done = true;
  }
  void giveWayFairly('a', short());
  expect(done).toBe(true);
});

test('a platform does not wait for all the work of another, and the process is free in between', async () => {
  const ended: string[] = [];
  let free = 0;
  let working = true;
  const watch = async () => {
    while (working) {
      await soon();
      free += 1;
    }
  };
  const watching = watch();
  const many = Array.from({ length: 10 }, (_none, n) =>
    giveWayFairly('many', work(`many ${n}`, 10)).then((name) => ended.push(name)),
  );
  await giveWayFairly('one', work('one', 10)).then((name) => ended.push(name));
  expect(ended.length).toBeLessThan(5);
  await Promise.all(many);
  working = false;
  await watching;
  expect(ended.filter((name) => name !== 'one')).toEqual(Array.from({ length: 10 }, (_none, n) => `many ${n}`));
  expect(free).toBeGreaterThan(20);
});

test('platforms get equal time, however long their steps are', async () => {
  const longStep = 10 * step;
  let longSteps = 0;
  const long = giveWayFairly(
    'long',
    work('long', 6, longStep, () => {
      longSteps += 1;
    }),
  );
  // As much work as one long step.
  await giveWayFairly('short', work('short', 10));
  expect(longSteps).toBeGreaterThan(0);
  expect(longSteps).toBeLessThanOrEqual(3);
  await long;
});

test('a platform that was away gets no time for it afterwards', async () => {
  const order: string[] = [];
  const steps = (name: string) => work(name, 6, step, () => void order.push(name));
  const first = giveWayFairly('first', steps('first'));
  await giveWayFairly('second', steps('second'));
  await first;
  order.length = 0;
  const [again, late] = [giveWayFairly('second', steps('second')), giveWayFairly('late', steps('late'))];
  await Promise.all([again, late]);
  // In turn, a stretch of two steps each.
  expect(order.slice(0, 8).filter((name) => name === 'late').length).toBeGreaterThanOrEqual(2);
  expect(order.slice(0, 8).filter((name) => name === 'second').length).toBeGreaterThanOrEqual(2);
});

test('what a step throws reaches the caller, and the others go on', async () => {
  function* broken(): Steps<void> {
    yield* work('', 5);
    throw new Error('broken');
  }
  const other = giveWayFairly('a', work('other', 5));
  await expect(giveWayFairly('a', broken())).rejects.toThrow('broken');
  expect(await other).toBe('other');
});
