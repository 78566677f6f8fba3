import { expect, test } from 'vitest';
import { giveWayAfterStretches } from '../../../src/ground/give-way/give-way-after.ts';

function workFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('work gives way once it took long, and not before', async () => {
  let others = 0;
  const pause = giveWayAfterStretches();
  setImmediate(() => {
    others += 1;
  });
  await pause();
  expect(others).toBe(0);
  workFor(6);
  await pause();
  expect(others).toBe(1);
});
