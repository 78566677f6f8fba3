/** Room of large texts is given back once they are collected (docs/rules.md#garbage-of-large-texts). */
import { execFile } from 'node:child_process';
import { memoryUsage } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { releaseCollected } from '../../src/ground/collect-garbage.ts';

const run = promisify(execFile);
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

test('a marking that V8 has begun by itself is not ended at a stretch', async () => {
  const script = `
    import { releaseCollected } from '${new URL('../../src/ground/collect-garbage.ts', import.meta.url).href}';
    releaseCollected(8 * 1048576, () => undefined);
    const kept = [];
    for (let at = 0; at < 2_000_000; at += 1) kept.push({ at });
    const asking = setInterval(() => {
      for (let at = 0; at < 30_000; at += 1) kept[at] = { at };
      releaseCollected(8 * 1048576, () => undefined);
    }, 1);
    setTimeout(() => { clearInterval(asking); process.exit(kept.length > 0 ? 0 : 1); }, 3_000);
  `;
  const { stdout } = await run(
    process.execPath,
    ['--trace-gc', '--heap-growing-percent=30', '--import', 'tsx', '--input-type=module', '-e', script],
    { maxBuffer: 64 * 1_048_576 },
  );
  const collections = stdout.split('\n').filter((line) => line.includes('Mark-Compact'));
  expect(collections.length).toBeGreaterThan(2);
  // V8 says why it ended a marking: asked while it marked, it says this.
  expect(collections.filter((line) => line.includes(') measure memory'))).toEqual([]);
});
