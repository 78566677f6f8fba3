/** Room of large texts is given back once they are collected (docs/rules.md#garbage-of-large-texts). */
import { memoryUsage } from 'node:process';
import { expect, test } from 'vitest';
import { releaseCollected } from '../../src/ground/collect-garbage.ts';

const mebibyte = 1_048_576;

function released(bytes: number): { readonly now: boolean; readonly later: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let now = false;
  releaseCollected(bytes, () => {
    now = true;
    resolve();
  });
  return { now, later: promise };
}

test('room of a small text comes back at once', () => {
  expect(released(8 * mebibyte - 1).now).toBe(true);
});

test('room of a large text comes back when its garbage is gone', async () => {
  let text: string | null = Buffer.alloc(200 * mebibyte, 'x').toString('utf8');
  const held = memoryUsage().rss;
  text = text.length > 0 ? null : text;
  const { now, later } = released(200 * mebibyte);
  expect(now).toBe(false);
  await later;
  expect(memoryUsage().rss).toBeLessThan(held - 150 * mebibyte);
});

test('room that is given back while a collection runs waits for one that begins afterwards', async () => {
  const order: string[] = [];
  const keep =
    (name: string) =>
    ({ later }: ReturnType<typeof released>) =>
      later.then(() => order.push(name));
  await Promise.all([keep('first')(released(8 * mebibyte)), keep('second')(released(8 * mebibyte))]);
  expect(order).toEqual(['first', 'second']);
});
