import { expect, test } from 'vitest';
import { createGate } from '../../src/turns/gate.ts';
import type { TurnKey } from '../../src/turns/jobs.ts';
import { createTurnLine, type Pressed } from '../../src/turns/turn-line.ts';

const key = (id: string): TurnKey => ({ platformId: 'p', id });

/** A line whose turns end when they are told to. */
function heldLine(atOnce: number) {
  const begun: string[] = [];
  const running = new Map<string, { readonly end: (error?: Error) => void; readonly pressed: Pressed }>();
  const errors: unknown[] = [];
  const line = createTurnLine({
    atOnce,
    run: ({ id }, pressed) =>
      new Promise((resolve, reject) => {
        begun.push(id);
        running.set(id, { end: (error) => (error ? reject(error) : resolve()), pressed });
      }),
    onError: (error) => errors.push(error),
  });
  const end = async (id: string, error?: Error) => {
    running.get(id)?.end(error);
    await new Promise(setImmediate);
  };
  return { line, begun, running, errors, end };
}

test('so many turns run at once; the others begin in their order, a failed one no less', async () => {
  const { line, begun, errors, end } = heldLine(2);
  line.add(['a', 'b', 'c', 'd'].map(key));
  expect(begun).toEqual(['a', 'b']);
  await end('b', new Error('broken'));
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(errors).toMatchObject([{ message: 'broken' }]);
});

test('a key that waits is taken once; one whose turn runs has one more turn, after the others', async () => {
  const { line, begun, end } = heldLine(1);
  line.add(['a', 'b'].map(key));
  line.add(['b', 'a', 'a'].map(key));
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'a']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'a']);
});

test('a key whose turn runs can be had again without a job; another key cannot', async () => {
  const { line, begun, end } = heldLine(1);
  expect(line.addToRunning(key('a'))).toBe(false);
  line.add(['a', 'b'].map(key));
  expect(['a', 'b'].map((id) => line.addToRunning(key(id)))).toEqual([true, false]);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'a']);
});

test('a turn hears that others wait, and who hands turns over waits until none does', async () => {
  const { line, running, end } = heldLine(1);
  line.add([key('a')]);
  await line.hasRoom();
  expect(running.get('a')?.pressed()).toBe(false);
  line.add([key('b')]);
  expect(running.get('a')?.pressed()).toBe(true);
  let room = false;
  const waited = line.hasRoom().then(() => {
    room = true;
  });
  await new Promise(setImmediate);
  expect(room).toBe(false);
  await end('a');
  await waited;
});

test('a closed line begins no turn, holds up nobody, and waits for those that run', async () => {
  const { line, begun, end } = heldLine(1);
  line.add(['a', 'b'].map(key));
  const room = line.hasRoom();
  const closed = line.close();
  await room;
  await line.hasRoom();
  await end('a');
  await closed;
  expect(begun).toEqual(['a']);
});

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
