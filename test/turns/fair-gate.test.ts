import { expect, test } from 'vitest';
import { createFairGate } from '../../src/turns/fair-gate.ts';

test('parties take turns, and the work of each keeps its order', async () => {
  const gate = createFairGate(1);
  const begun: string[] = [];
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((work) =>
    gate(work.slice(0, 1), async () => {
      begun.push(work);
    }),
  );
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('one that comes while another party has much work waits for one piece alone', async () => {
  const gate = createFairGate(1);
  const ended: string[] = [];
  const piece = (party: string) =>
    gate(party, async () => {
      await new Promise(setImmediate);
      ended.push(party);
    });
  const crowd = Array.from({ length: 100 }, () => piece('crowd'));
  await crowd[9];
  await piece('late');
  expect(ended.indexOf('late')).toBeLessThanOrEqual(12);
  await Promise.all(crowd);
  expect(ended).toHaveLength(101);
});

test('a piece that fails gives its place to the next', async () => {
  const gate = createFairGate(1);
  const failing = gate('a', () => Promise.reject(new Error('broken')));
  const next = gate('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await gate('b', async () => 'free')).toBe('free');
});

test('a limit that changes holds for the next pieces: fewer enter after it fell, more after it rose', async () => {
  let limit = 3;
  let inside = 0;
  const most: number[] = [];
  const gate = createFairGate(() => limit);
  const piece = (becomes = 0) =>
    gate('a', async () => {
      inside += 1;
      await new Promise(setImmediate);
      most.push(inside);
      inside -= 1;
      if (becomes > 0) limit = becomes;
    });
  await Promise.all([piece(1), ...Array.from({ length: 8 }, () => piece())]);
  expect(most.slice(0, 3)).toEqual([3, 2, 1]);
  expect(new Set(most.slice(3))).toEqual(new Set([1]));
  most.length = 0;
  await Promise.all([piece(4), ...Array.from({ length: 8 }, () => piece())]);
  expect(Math.max(...most)).toBe(4);
});
