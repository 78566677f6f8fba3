import { expect, test } from 'vitest';
import { createOrderedRoom, createPlaceRoom } from '../../../src/ground/rooms/place-room.ts';

test('parties take turns, and the work of each keeps its order', async () => {
  const room = createPlaceRoom(1);
  const begun: string[] = [];
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((work) =>
    room(work.slice(0, 1), async () => {
      begun.push(work);
    }),
  );
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('one that comes while another party has much work waits for one piece alone', async () => {
  const room = createPlaceRoom(1);
  const ended: string[] = [];
  const piece = (party: string) =>
    room(party, async () => {
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
  const room = createPlaceRoom(1);
  const failing = room('a', () => Promise.reject(new Error('broken')));
  const next = room('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await room('b', async () => 'free')).toBe('free');
});

test('a limit that changes holds for the next pieces: fewer enter after it fell, more after it rose', async () => {
  let limit = 3;
  let inside = 0;
  const most: number[] = [];
  const room = createPlaceRoom(() => limit);
  const piece = (becomes = 0) =>
    room('a', async () => {
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

test('work of one party begins in its order, so much at once, and goes on after a failure', async () => {
  const room = createOrderedRoom(2);
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
  const ended = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => room(() => work(n))));
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
