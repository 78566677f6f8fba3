import { expect, test } from 'vitest';
import { createGate } from '../../src/turns/gate.ts';

test('a gate lets in so many, the others in their order, and goes on after a failure', async () => {
  const gate = createGate(2);
  const begun: number[] = [];
  let inside = 0;
  let most = 0;
  const work = async (n: number) => {
    begun.push(n);
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
    if (n === 2) throw new Error('broken');
    return n;
  };
  const ended = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => gate(() => work(n))));
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
