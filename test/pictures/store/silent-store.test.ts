/** A store that does not answer, and many who ask for pictures (docs/rules.md#failing-picture-store). */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BareStore, codeOf, createBareStore, pictureOf } from './bare-store.ts';

/** Names of the objects that were asked for, and the answers that nobody has given yet. */
let asked: string[];
let unanswered: ServerResponse[];
let answers: boolean;
let bare: BareStore;
beforeEach(async () => {
  asked = [];
  unanswered = [];
  answers = false;
  bare = await createBareStore(({ url = '' }, response) => {
    asked.push(url.slice('/shelf/pictures/'.length));
    if (answers) lack(response);
    else unanswered.push(response);
  });
});
afterEach(() => bare.close());

function lack(response: ServerResponse): void {
  response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
}

const read = (name: string, platformId?: string) => codeOf(bare.store.read(pictureOf(name, platformId)));
const reads = (count: number, platformId: string) =>
  Array.from({ length: count }, (_none, n) => read(`${platformId}-${n}`, platformId));
const untilAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), { timeout: 60_000 });

test('50 pictures are answered in the time of one request', async () => {
  const all = reads(50, 'acme');
  await untilAsked(10);
  bare.advance(10_000);
  bare.endRequests();
  expect(await Promise.all(all)).toEqual(Array(50).fill('unavailable'));
  expect(asked).toHaveLength(10);
});

test('then one request a second asks it, the others are refused at once, and an answer lets all go on', async () => {
  const first = reads(10, 'acme');
  await untilAsked(10);
  bare.endRequests();
  await Promise.all(first);
  expect(await Promise.all(reads(30, 'acme'))).toEqual(Array(30).fill('unavailable'));
  expect(await codeOf(bare.store.put(pictureOf('new')))).toBe('unavailable');
  expect(await codeOf(bare.store.remove('pictures/old'))).toBe('unavailable');
  expect(asked).toHaveLength(10);

  bare.advance(1_000);
  const trial = read('trial');
  await untilAsked(11);
  expect(await Promise.all(reads(30, 'acme'))).toEqual(Array(30).fill('unavailable'));
  bare.advance(1_000);
  answers = true;
  expect(await read('answered')).toBe('none');
  // The request before it says nothing of the store as it is now.
  bare.endRequests();
  expect(await trial).toBe('unavailable');
  expect(await Promise.all(reads(30, 'acme'))).toEqual(Array(30).fill('none'));
});

test('a platform that asks for many pictures leaves places to others, and is refused beyond its share', async () => {
  const many = reads(60, 'acme');
  await untilAsked(10);
  expect(await read('one-more', 'acme')).toBe('unavailable');
  const other = read('theirs', 'shop');
  const [one, two] = unanswered.splice(0);
  if (one) lack(one);
  await untilAsked(11);
  if (two) lack(two);
  await untilAsked(12);
  expect(asked[11]).toBe('theirs');
  // Two of 60 are answered: 110 are in hand with these.
  const third = reads(51, 'third');
  expect(await read('too-many', 'fourth')).toBe('unavailable');
  expect(asked).toHaveLength(12);
  let codes: readonly unknown[] = [];
  const all = Promise.all([...many, other, ...third]).then((given) => {
    codes = given;
  });
  // Those that had begun before the two that were answered let others in.
  while (codes.length === 0) {
    bare.endRequests();
    await nextTurn();
  }
  await all;
  expect(codes.filter((code) => code === 'none')).toHaveLength(2);
});
