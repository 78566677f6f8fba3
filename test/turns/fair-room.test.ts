import { expect, it } from 'vitest';
import { createFairRoom, type TakenRoom } from '../../src/turns/fair-room.ts';

/** Takes one unit after the other for a platform until it gets no more; returns what it took. */
function fill(room: ReturnType<typeof createFairRoom>, platformId: string): readonly TakenRoom[] {
  const taken: TakenRoom[] = [];
  for (let one = room.takeNow(platformId, 1); one !== null; one = room.takeNow(platformId, 1)) taken.push(one);
  return taken;
}

it('gives a platform as much as stays free', () => {
  const room = createFairRoom(16);
  expect(['a', 'b', 'c', 'd'].map((platformId) => fill(room, platformId).length)).toEqual([8, 4, 2, 1]);
  // The last unit is for whoever holds none.
  expect(fill(room, 'a')).toEqual([]);
  expect(fill(room, 'e')).toHaveLength(1);
  expect(room.takeNow('f', 1)).toBeNull();
});

it('gives two platforms a third each', async () => {
  const room = createFairRoom(18);
  const [first] = [fill(room, 'a'), fill(room, 'b')];
  const admitted: string[] = [];
  for (const platformId of ['a', 'b', 'a', 'b', 'a', 'b']) {
    void room.take(platformId, 1).then(() => admitted.push(platformId));
  }
  for (const one of first.slice(0, 5)) one();
  await new Promise((resolve) => setImmediate(resolve));
  // Platform a held 9 and b 4: a gave back 5 and gets 2 of them, b gets 2.
  expect(admitted.toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

it('takes back a part', async () => {
  const room = createFairRoom(16);
  const large = room.takeNow('a', 8);
  const other = room.take('b', 8);
  const admitted = room.take('c', 6);
  expect(room.keepsOut('a')).toBe(true);
  large?.shrink(9);
  expect(room.keepsOut('a')).toBe(true);
  large?.shrink(2);
  await Promise.all([other, admitted]);
  expect(room.keepsOut('a')).toBe(false);
  expect(room.takeNow('d', 1)).toBeNull();
  large?.();
  large?.shrink(1);
  large?.();
  expect(room.takeNow('d', 2)).not.toBeNull();
  expect(room.takeNow('e', 1)).toBeNull();
});

it('says whether a platform without room waits', () => {
  const room = createFairRoom(16);
  room.takeNow('a', 8);
  room.takeNow('b', 8);
  void room.take('b', 1);
  expect(room.keepsOut('a')).toBe(false);
  void room.take('c', 1);
  expect(room.keepsOut('a')).toBe(true);
  expect(room.keepsOut('c')).toBe(false);
});

it('passes over a platform that may take none at present', async () => {
  let isHeldBack = true;
  const room = createFairRoom(16, (platformId) => platformId !== 'a' || !isHeldBack);
  expect(room.takeNow('a', 1)).toBeNull();
  const waits = room.take('a', 1);
  await room.take('b', 1);
  isHeldBack = false;
  room.recheck();
  await waits;
});
