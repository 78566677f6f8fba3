import { expect, test } from 'vitest';
import { createLinkRoom } from '../../src/people/link-room.ts';

/** Work that ends when it is told to, and what has begun. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    run: (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return `${name} ${begun.length}`;
    },
    async endFirst() {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test('a link has one run at a time, and a thousand requests for the same while it lasts share the next one', async () => {
  const turns = createLinkRoom();
  const work = createWork();
  const first = turns.run('a', 'show', work.run('show'));
  const shown = Array.from({ length: 1_000 }, () => turns.run('a', 'show', work.run('show')));
  const left = Array.from({ length: 1_000 }, () => turns.run('a', 'leave', work.run('leave')));
  expect(work.begun).toEqual(['show']);
  await work.endFirst();
  expect(await first).toBe('show 1');
  expect(work.begun).toEqual(['show', 'show']);
  await work.endFirst();
  expect(new Set(await Promise.all(shown))).toEqual(new Set(['show 2']));
  expect(work.begun).toEqual(['show', 'show', 'leave']);
  await work.endFirst();
  expect(new Set(await Promise.all(left))).toEqual(new Set(['leave 3']));
});

test('a request shares no run that had begun before it', async () => {
  const turns = createLinkRoom();
  const work = createWork();
  void turns.run('a', 'show', work.run('before'));
  const after = turns.run('a', 'show', work.run('after'));
  await work.endFirst();
  expect(work.begun).toEqual(['before', 'after']);
  await work.endFirst();
  expect(await after).toBe('after 2');
});

test('links do not wait for one another, and a failure is that of its own run alone', async () => {
  const turns = createLinkRoom();
  const work = createWork();
  const failing = turns.run('a', 'leave', () => Promise.reject(new Error('The database is away')));
  const next = turns.run('a', 'show', work.run('show'));
  void turns.run('b', 'show', work.run('other'));
  await expect(failing).rejects.toThrow('The database is away');
  await new Promise(setImmediate);
  expect(work.begun.toSorted()).toEqual(['other', 'show']);
  await work.endFirst();
  await work.endFirst();
  await expect(next).resolves.toMatch(/^show/);
});
