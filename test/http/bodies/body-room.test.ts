import { describe, expect, it } from 'vitest';
import type { ReleaseRoom } from '../../../src/ground/rooms/share-room.ts';
import { createBodyRoom } from '../../../src/http/bodies/body-room.ts';
import { createTestTimer } from '../../support/test-timer.ts';

const megabyte = 1_000_000;
const never = new AbortController().signal;

function open(bytes = 10 * megabyte) {
  const timer = createTestTimer();
  const room = createBodyRoom(bytes, timer.start);
  const admitted: string[] = [];
  const releases = new Map<string, ReleaseRoom>();
  return {
    room,
    timer,
    admitted,
    /** Asks for room in the name of a platform; the name tells the requests apart. */
    ask(name: string, platform: string, size: number, signal = never) {
      const asked = room.take(platform, size, signal);
      return asked.then(
        (release) => {
          admitted.push(name);
          releases.set(name, release);
        },
        (error) => {
          admitted.push(`${name}: ${error.code ?? error.message}`);
        },
      );
    },
    release: (name: string) => releases.get(name)?.(),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('room for bodies', () => {
  it('is half of all for one platform', async () => {
    const { ask, admitted, release, settled } = open();
    void ask('a1', 'a', 3 * megabyte);
    void ask('a2', 'a', 3 * megabyte);
    void ask('b1', 'b', 5 * megabyte);
    await settled();
    expect(admitted).toEqual(['a1', 'b1']);
    release('b1');
    await settled();
    expect(admitted).toEqual(['a1', 'b1']);
    release('a1');
    await settled();
    expect(admitted).toEqual(['a1', 'b1', 'a2']);
  });

  it('goes to platforms in turn, whoever came first', async () => {
    const { ask, admitted, release, settled } = open();
    for (const name of ['a1', 'a2', 'a3']) void ask(name, 'a', 5 * megabyte);
    void ask('b1', 'b', 5 * megabyte);
    void ask('c1', 'c', 5 * megabyte);
    void ask('b2', 'b', 5 * megabyte);
    await settled();
    expect(admitted).toEqual(['a1', 'b1']);
    release('a1');
    await settled();
    release('b1');
    await settled();
    expect(admitted.slice(2)).toEqual(['a2', 'c1']);
    release('c1');
    await settled();
    expect(admitted.slice(4)).toEqual(['b2']);
  });

  it('is kept for a large body whose turn it is', async () => {
    const { ask, admitted, release, settled, room } = open();
    void ask('a1', 'a', 4 * megabyte);
    void ask('b1', 'b', 3 * megabyte);
    void ask('c1', 'c', 5 * megabyte);
    await settled();
    // There is room for it, but it would pass the one that waits.
    expect(room.takeNow('d', megabyte)).toBeNull();
    void ask('d1', 'd', megabyte);
    release('b1');
    await settled();
    expect(admitted).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  it('is free for small bodies while large ones wait', async () => {
    const { ask, admitted, settled, room } = open();
    void ask('a1', 'a', 5 * megabyte);
    void ask('a2', 'a', 5 * megabyte);
    await settled();
    expect(admitted).toEqual(['a1']);
    for (let at = 0; at < 100; at += 1) expect(room.takeNow('a', 64 * 1024)).not.toBeNull();
    // They have a bound of their own.
    for (let at = 0; at < 100; at += 1) room.takeNow('a', 64 * 1024);
    expect(room.takeNow('a', 64 * 1024)).toBeNull();
    expect(room.takeNow('b', 64 * 1024)).not.toBeNull();
  });

  it('is refused with the time of another try when none comes free', async () => {
    const { ask, admitted, timer, settled } = open();
    void ask('a1', 'a', 5 * megabyte);
    void ask('a2', 'a', 5 * megabyte);
    await settled();
    expect(timer.running()).toEqual([10_000]);
    timer.elapse();
    await settled();
    expect(admitted).toEqual(['a1', 'a2: unavailable']);
  });

  it('is refused at once when 200 requests of the platform wait', async () => {
    const { ask, admitted, settled, room } = open();
    void ask('a1', 'a', 5 * megabyte);
    for (let at = 0; at < 200; at += 1) void ask('waits', 'a', 5 * megabyte);
    await settled();
    await expect(room.take('a', 5 * megabyte, never)).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 5 },
    });
    void ask('b1', 'b', 5 * megabyte);
    await settled();
    expect(admitted).toEqual(['a1', 'b1']);
  });

  it('is not waited for by a client that went', async () => {
    const { ask, admitted, release, settled, timer } = open();
    const gone = new AbortController();
    void ask('a1', 'a', 5 * megabyte);
    void ask('b1', 'b', 4 * megabyte);
    void ask('c1', 'c', 5 * megabyte, gone.signal);
    void ask('d1', 'd', megabyte);
    await settled();
    expect(admitted).toEqual(['a1', 'b1']);
    gone.abort(new Error('gone'));
    await settled();
    expect(admitted.slice(2).toSorted()).toEqual(['c1: gone', 'd1']);
    expect(timer.running()).toEqual([]);
    release('a1');
    release('a1');
    void ask('e1', 'e', 5 * megabyte);
    void ask('f1', 'f', megabyte);
    await settled();
    // Given back twice, it counts once.
    expect(admitted.slice(4)).toEqual(['e1']);
  });

  it('is the whole share for a body beyond the share', async () => {
    const { ask, admitted, settled } = open();
    void ask('a1', 'a', 32 * megabyte);
    void ask('a2', 'a', megabyte);
    void ask('b1', 'b', 32 * megabyte);
    await settled();
    expect(admitted).toEqual(['a1', 'b1']);
  });
});
