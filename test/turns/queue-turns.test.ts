import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQueueTurns } from '../../src/turns/queue-turns.ts';
import { holdTurns, key, soon } from './held-turns.ts';

function openTurns(atOnce: number) {
  const held = holdTurns(atOnce);
  held.turns.open();
  return held;
}

/** Whether `promise` has resolved by now. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await soon();
  return resolved;
}

describe('the states of a key', () => {
  test('idle: an ask begins a turn where a place is free', () => {
    const { begun, ask } = openTurns(2);
    expect(ask('a', 'b', 'c')).toEqual([true, true, true]);
    expect(begun).toEqual(['a', 'b']);
  });

  test('waiting: the key begins when a turn ends, the first asked first', async () => {
    const { begun, ask, end } = openTurns(2);
    ask('a', 'b', 'c', 'd', 'e');
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('waiting: a second ask keeps the place and adds no turn', async () => {
    const { begun, ask, end } = openTurns(1);
    ask('a', 'b', 'c');
    expect(ask('c', 'b', 'c')).toEqual([true, true, true]);
    for (const id of ['a', 'b', 'c']) await end(id);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('running: the key is idle after its turn', async () => {
    const { turns, begun, ask, end } = openTurns(1);
    ask('a');
    await end('a');
    expect(turns.busy()).toBe(false);
    ask('a');
    expect(begun).toEqual(['a', 'a']);
  });

  test('asked again: one more turn, however many asks there were, behind the keys that wait', async () => {
    const { turns, begun, ask, end } = openTurns(1);
    ask('a', 'b');
    expect(ask('a', 'a', 'a')).toEqual([true, true, true]);
    ask('c');
    for (const id of ['a', 'b', 'c', 'a']) await end(id);
    expect(begun).toEqual(['a', 'b', 'c', 'a']);
    expect(turns.busy()).toBe(false);
  });

  test('asked again: a failed turn is followed by the next one too', async () => {
    const { begun, errors, ask, end } = openTurns(1);
    ask('a', 'a');
    await end('a', new Error('broken'));
    expect(begun).toEqual(['a', 'a']);
    expect(errors).toMatchObject([{ message: 'broken' }]);
  });

  test('askRunning takes a key whose turn runs, and no other', async () => {
    const { turns, begun, ask, end } = openTurns(1);
    ask('running', 'waiting');
    const taken = () => ['idle', 'waiting', 'running', 'running'].map((id) => turns.askRunning(key(id)));
    expect(taken()).toEqual([false, false, true, true]);
    for (const id of ['running', 'waiting', 'running']) await end(id);
    expect(begun).toEqual(['running', 'waiting', 'running']);
    expect(turns.busy()).toBe(false);
  });
});

describe('shut and closed', () => {
  test('before it is open, and after it is closed, no ask is taken', async () => {
    const { turns, begun, ask } = holdTurns(1);
    expect(ask('a')).toEqual([false]);
    turns.open();
    expect(begun).toEqual([]);
    await turns.close();
    expect(ask('a')).toEqual([false]);
    turns.open();
    expect(ask('a')).toEqual([false]);
    expect(begun).toEqual([]);
  });

  test('one that was closed before it was open stays closed', async () => {
    const { turns, ask } = holdTurns(1);
    await turns.close();
    turns.open();
    expect(ask('a')).toEqual([false]);
  });

  test('closing drops waiting keys and further turns, and waits for the turns that run', async () => {
    const { turns, begun, ask, end } = openTurns(2);
    ask('running', 'asked again', 'asked again', 'waiting');
    const room = turns.hasRoom();
    const closed = turns.close();
    await room;
    expect(turns.askRunning(key('running'))).toBe(false);
    await end('running');
    expect(await hasResolved(closed)).toBe(false);
    await end('asked again');
    await closed;
    expect(begun).toEqual(['running', 'asked again']);
    expect(turns.busy()).toBe(false);
  });

  test('closing twice waits twice', async () => {
    const { turns, ask, end } = openTurns(1);
    ask('a');
    const closed = [turns.close(), turns.close()];
    await end('a');
    await Promise.all(closed);
  });
});

describe('errors', () => {
  test('of a run keep no place, whether it rejects or throws', async () => {
    const errors: unknown[] = [];
    const begun: string[] = [];
    const turns = createQueueTurns({
      atOnce: 1,
      run: ({ id }) => {
        begun.push(id);
        if (id === 'throws') throw new Error(id);
        return Promise.reject(new Error(id));
      },
      onError: (error) => errors.push(error),
    });
    turns.open();
    for (const id of ['throws', 'rejects', 'throws again']) turns.ask(key(id));
    await turns.idle();
    expect(begun).toEqual(['throws', 'rejects', 'throws again']);
    expect(errors).toMatchObject(begun.map((message) => ({ message })));
  });
});

describe('room', () => {
  test('a turn hears that others wait; hasRoom resolves when none does', async () => {
    const { turns, ask, end, pressed } = openTurns(1);
    ask('a');
    expect(pressed('a')).toBe(false);
    expect(await hasResolved(turns.hasRoom())).toBe(true);
    ask('b', 'c');
    expect(pressed('a')).toBe(true);
    const room = turns.hasRoom();
    await end('a');
    expect(await hasResolved(room)).toBe(false);
    expect(pressed('b')).toBe(true);
    await end('b');
    expect(await hasResolved(room)).toBe(true);
    expect(pressed('c')).toBe(false);
  });

  test('idle resolves when no turn runs or waits, and at once when there was none', async () => {
    const { turns, ask, end } = openTurns(1);
    await turns.idle();
    ask('a', 'a', 'b');
    const idle = turns.idle();
    for (const id of ['a', 'b']) {
      await end(id);
      expect(await hasResolved(idle)).toBe(false);
    }
    await end('a');
    await idle;
  });
});

test('a turn may ask for itself and for others as it begins', async () => {
  const begun: string[] = [];
  const turns = createQueueTurns({
    atOnce: 1,
    run: async ({ id }) => {
      begun.push(id);
      if (begun.length === 1) for (const other of ['b', 'a', 'c']) turns.ask(key(other));
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  turns.open();
  turns.ask(key('a'));
  await turns.idle();
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
});

test('a hundred thousand keys, each asked for twice, have their turns in order', async () => {
  const ids = Array.from({ length: 100_000 }, (_none, n) => `key ${n}`);
  const begun: string[] = [];
  let running = 0;
  let most = 0;
  const turns = createQueueTurns({
    atOnce: 8,
    run: async ({ id }) => {
      begun.push(id);
      running += 1;
      most = Math.max(most, running);
      await null;
      running -= 1;
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  turns.open();
  const [first, ...others] = ids;
  for (const id of [...ids, ...others]) turns.ask(key(id));
  await turns.idle();
  // The first eight ran when they were asked for again.
  expect(begun).toEqual([first, ...others, ...others.slice(0, 7)]);
  expect(most).toBe(8);
});

interface Step {
  readonly act: 'ask' | 'askRunning' | 'end' | 'fail' | 'close';
  /** Which of five keys, or which of the running turns. */
  readonly at: number;
}

/** The states of src/turns/queue-turns.ts in their plainest form. */
function openModel(atOnce: number) {
  const state = new Map<string, 'waiting' | 'running' | 'asked again'>();
  const waiting: string[] = [];
  const begun: string[] = [];
  let closed = false;

  const start = () => {
    while (waiting.length > 0 && [...state.values()].filter((each) => each !== 'waiting').length < atOnce) {
      const id = waiting.shift() ?? '';
      state.set(id, 'running');
      begun.push(id);
    }
  };
  const wait = (id: string) => {
    state.set(id, 'waiting');
    waiting.push(id);
  };
  const runs = (id: string) => state.get(id) === 'running' || state.get(id) === 'asked again';
  return {
    begun,
    waits: () => waiting.length > 0,
    busy: () => state.size > 0,
    ask(id: string) {
      if (closed) return false;
      if (runs(id)) state.set(id, 'asked again');
      else if (!state.has(id)) wait(id);
      start();
      return true;
    },
    askRunning(id: string) {
      if (closed || !runs(id)) return false;
      state.set(id, 'asked again');
      return true;
    },
    end(id: string) {
      const again = state.get(id) === 'asked again' && !closed;
      state.delete(id);
      if (again) wait(id);
      start();
    },
    close() {
      closed = true;
      for (const id of waiting.splice(0)) state.delete(id);
    },
  };
}

test('any order of asks and ends moves the keys as the model does', { timeout: 60_000 }, async () => {
  const step = fc.record<Step>({
    // Closing ends most of what can happen, so it comes seldom.
    act: fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom('ask', 'askRunning', 'end', 'fail') },
      { weight: 1, arbitrary: fc.constant('close') },
    ),
    at: fc.nat(4),
  });
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 3 }),
    fc.array(step, { maxLength: 60 }),
    async (atOnce, steps) => {
      const real = openTurns(atOnce);
      const model = openModel(atOnce);
      for (const { act, at } of steps) {
        const id = `key ${at}`;
        const running = real.running();
        const turn = running[at % running.length];
        if (act === 'ask') expect(real.turns.ask(key(id))).toBe(model.ask(id));
        if (act === 'askRunning') expect(real.turns.askRunning(key(id))).toBe(model.askRunning(id));
        if ((act === 'end' || act === 'fail') && turn !== undefined) {
          model.end(turn);
          await real.end(turn, act === 'fail' ? new Error('broken') : undefined);
        }
        if (act === 'close') {
          model.close();
          void real.turns.close();
        }
        expect(real.begun).toEqual(model.begun);
        expect(real.turns.busy()).toBe(model.busy());
        for (const each of real.running()) expect(real.pressed(each)).toBe(model.waits());
        expect(real.running().length).toBeLessThanOrEqual(atOnce);
        expect(await hasResolved(real.turns.idle())).toBe(!model.busy());
        expect(await hasResolved(real.turns.hasRoom())).toBe(!model.waits());
        // The harness throws where a key has two turns, and `onError` hears of it.
        expect(real.errors.filter((error) => String(error).includes('two turns'))).toEqual([]);
      }
    },
  );
  await fc.assert(property, { numRuns: 300, seed: 20_261_122 });
});
