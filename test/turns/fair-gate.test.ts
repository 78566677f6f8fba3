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
