import { setImmediate as soon } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Steps } from '../../src/steps.ts';
import { fairWork } from '../../src/turns/fair-work.ts';

/** How long a step of the tests takes by `performance.now()`, which they move themselves; milliseconds. */
const step = 4;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // Work that ran before in this process may have left it resting.
  await fairWork('before', work('', 1));
});
afterAll(() => void vi.useRealTimers());

function* work<Name>(name: Name, steps: number): Steps<Name> {
  for (let n = 0; n < steps; n += 1) {
    vi.advanceTimersByTime(step);
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
  void fairWork('a', short());
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
    fairWork('many', work(`many ${n}`, 10)).then((name) => ended.push(name)),
  );
  await fairWork('one', work('one', 10)).then((name) => ended.push(name));
  expect(ended.length).toBeLessThan(5);
  await Promise.all(many);
  working = false;
  await watching;
  expect(ended.filter((name) => name !== 'one')).toEqual(Array.from({ length: 10 }, (_none, n) => `many ${n}`));
  expect(free).toBeGreaterThan(20);
});

test('what a step throws reaches the caller, and the others go on', async () => {
  function* broken(): Steps<void> {
    yield* work('', 5);
    throw new Error('broken');
  }
  const other = fairWork('a', work('other', 5));
  await expect(fairWork('a', broken())).rejects.toThrow('broken');
  expect(await other).toBe('other');
});
