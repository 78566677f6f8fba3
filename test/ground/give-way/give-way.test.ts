import { stat } from 'node:fs';
import { expect, test } from 'vitest';
import { giveWay } from '../../../src/ground/give-way/give-way.ts';
import { giveWayBetween } from '../../../src/ground/give-way/give-way-between.ts';

/** Milliseconds; a timer of the shortest time is due after them. */
const aWhile = 5;

function work(): void {
  const end = performance.now() + aWhile;
  while (performance.now() < end);
}

/** Calls `then` where the data of a socket is handled. */
function afterInput(then: () => void): void {
  stat(import.meta.filename, () => then());
}

test('what is due goes on before the caller, even where data came in', async () => {
  const order = await new Promise<string[]>((resolve) => {
    const seen: string[] = [];
    afterInput(() => {
      setTimeout(() => seen.push('timer'), 0);
      work();
      void giveWay().then(() => resolve([...seen, 'caller']));
    });
  });
  expect(order).toEqual(['timer', 'caller']);
});

test('between long steps the event loop does other work', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  function* steps(): Generator<undefined, string, undefined> {
    for (let n = 0; n < 10; n += 1) {
      work();
      yield;
    }
    return 'done';
  }
  expect(await giveWayBetween(steps())).toBe('done');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
