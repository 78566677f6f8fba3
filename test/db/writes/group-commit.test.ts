import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asParty, currentParty } from '../../../src/db/connections/party.ts';
import { createGroupCommit, type GroupCommitOptions, type Settled } from '../../../src/db/writes/group-commit.ts';

type Outcomes = readonly (Settled<string> | Promise<Settled<string>>)[];

interface Batch {
  readonly items: readonly string[];
  readonly party: string;
  /** Ends the batch; without outcomes, each item's answer is the item. */
  end(outcomes?: Outcomes): void;
  fail(error: Error): void;
}

const party = { kind: 'work', name: 'batches' } as const;

/** A group commit whose batches end when they are told to. */
function held(options: Partial<GroupCommitOptions<string, string>> = {}) {
  const batches: Batch[] = [];
  const commit = createGroupCommit<string, string>({
    size: 3,
    inFlight: 1,
    waitMs: 0,
    party,
    write: (items) =>
      new Promise((resolve, reject) => {
        const end = (outcomes: Outcomes = items.map((answer) => ({ answer }))) => resolve(outcomes);
        batches.push({ items, party: currentParty().name, end, fail: reject });
      }),
    ...options,
  });
  const add = (...items: readonly string[]) => items.map((item) => commit.add(item));
  const written = () => batches.map(({ items }) => items.join(''));
  return { commit, batches, add, written };
}

/** Two rounds of the event loop: a group commit starts its batches in the first. */
async function turns(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Until the test ends, time passes when the test says so. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const no = Symbol();
  const first = await Promise.race([promise.catch(() => undefined), turns().then(() => no)]);
  return first !== no;
}

test('items that come together are one batch, in their order, and each gets its own answer', async () => {
  const { add, batches, written } = held();
  const answers = Promise.all(add('a', 'b', 'c'));
  await turns();
  expect(written()).toEqual(['abc']);
  batches[0]?.end([{ answer: 'A' }, { answer: 'B' }, { answer: 'C' }]);
  expect(await answers).toEqual(['A', 'B', 'C']);
});

test('a batch has so many items at most; so many batches run at once, and what comes meanwhile is the next one', async () => {
  const { add, batches, written } = held({ inFlight: 2 });
  const first = add('a', 'b', 'c', 'd', 'e', 'f', 'g');
  await turns();
  expect(written()).toEqual(['abc', 'def']);
  const second = add('h');
  await turns();
  expect(written()).toHaveLength(2);
  batches[1]?.end();
  await turns();
  expect(written()).toEqual(['abc', 'def', 'gh']);
  batches[0]?.end();
  batches[2]?.end();
  expect(await Promise.all([...first, ...second])).toEqual([...'abcdefgh']);
});

test('the first item waits for others so long; a batch under way does not lengthen the wait', async () => {
  holdTime();
  const { add, batches, written } = held({ waitMs: 50, size: 10, inFlight: 2 });
  const answers = add('a');
  vi.advanceTimersByTime(49);
  await turns();
  expect(written()).toEqual([]);
  answers.push(...add('b'));
  vi.advanceTimersByTime(1);
  expect(written()).toEqual(['ab']);
  answers.push(...add('c'));
  vi.advanceTimersByTime(50);
  expect(written()).toEqual(['ab', 'c']);
  for (const batch of batches) batch.end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
});

test('without gathering, a batch begins beside another one and right after it', async () => {
  holdTime();
  const { add, batches, written } = held({ size: 10, inFlight: 2 });
  const answers = add('a', 'b');
  await turns();
  answers.push(...add('c'));
  await turns();
  expect(written()).toEqual(['ab', 'c']);
  vi.advanceTimersByTime(5);
  batches[0]?.end();
  await turns();
  answers.push(...add('d'));
  await turns();
  expect(written()).toEqual(['ab', 'c', 'd']);
  for (const batch of batches) batch.end();
  await Promise.all(answers);
});

describe('gathering (docs/rules.md#group-commits)', () => {
  const gathering = {
    gathers: { enough: 16, restFactor: 2, restMs: 20, patienceMs: 50 },
    size: 100,
    inFlight: 3,
  } as const;
  const some = (n: number) => Array.from({ length: n }, (_, at) => String.fromCharCode(97 + at));

  test('items that come one after another wait for nothing', async () => {
    holdTime();
    const { add, batches, written } = held(gathering);
    for (const item of ['a', 'b', 'c']) {
      const [answer] = add(item);
      await turns();
      vi.advanceTimersByTime(10);
      batches.at(-1)?.end();
      expect(await answer).toBe(item);
    }
    expect(written()).toEqual(['a', 'b', 'c']);
  });

  test.each([
    { took: 8, rest: 16 },
    { took: 100, rest: 20 },
  ])('after a batch of several that took $took ms the next one waits $rest ms', async ({ took, rest }) => {
    holdTime();
    const { add, batches, written } = held(gathering);
    const answers = add('a', 'b');
    await turns();
    vi.advanceTimersByTime(took);
    batches[0]?.end();
    await turns();
    answers.push(...add('c'));
    vi.advanceTimersByTime(rest - 1);
    await turns();
    answers.push(...add('d'));
    expect(written()).toEqual(['ab']);
    vi.advanceTimersByTime(1);
    await turns();
    expect(written()).toEqual(['ab', 'cd']);
    for (const batch of batches) batch.end();
    await Promise.all(answers);
  });

  test('items wait for a batch that is under way, and no longer than 50 ms', async () => {
    holdTime();
    const { add, batches, written } = held(gathering);
    const answers = add('a');
    await turns();
    answers.push(...add('b', 'c'));
    vi.advanceTimersByTime(10);
    await turns();
    expect(written()).toEqual(['a']);
    batches[0]?.end();
    await turns();
    expect(written()).toEqual(['a', 'bc']);
    answers.push(...add('d'));
    vi.advanceTimersByTime(49);
    await turns();
    expect(written()).toEqual(['a', 'bc']);
    vi.advanceTimersByTime(1);
    await turns();
    expect(written()).toEqual(['a', 'bc', 'd']);
    for (const batch of batches) batch.end();
    await Promise.all(answers);
  });

  test('sixteen items wait for neither, while a batch more may run', async () => {
    holdTime();
    const { add, batches, written } = held({ ...gathering, inFlight: 2 });
    const answers = add('A', 'B');
    await turns();
    answers.push(...add(...some(15)));
    await turns();
    expect(written()).toEqual(['AB']);
    answers.push(...add('P'));
    await turns();
    const second = `${some(15).join('')}P`;
    expect(written()).toEqual(['AB', second]);
    answers.push(...add(...some(16)));
    vi.advanceTimersByTime(100);
    await turns();
    expect(written()).toHaveLength(2);
    batches[1]?.end();
    await turns();
    expect(written()).toEqual(['AB', second, some(16).join('')]);
    for (const batch of batches) batch.end();
    await Promise.all(answers);
  });
});

test('one item is refused alone; the others of its batch have their answers', async () => {
  const { add, batches } = held();
  const answers = Promise.allSettled(add('a', 'b', 'c'));
  await turns();
  batches[0]?.end([{ answer: 'A' }, { refusal: new Error('not b') }, { answer: 'C' }]);
  expect(await answers).toMatchObject([{ value: 'A' }, { reason: { message: 'not b' } }, { value: 'C' }]);
});

test('a batch that fails refuses its own items, and the next one is written', async () => {
  const { add, batches } = held();
  const failed = Promise.allSettled(add('a', 'b', 'c'));
  const next = add('d');
  await turns();
  batches[0]?.fail(new Error('no connection'));
  expect(await failed).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { message: 'no connection' } })));
  await turns();
  batches[1]?.end();
  expect(await Promise.all(next)).toEqual(['d']);
});

test('an item without an outcome is refused, and does not wait for ever', async () => {
  const { add, batches } = held();
  const answers = Promise.allSettled(add('a', 'b'));
  await turns();
  batches[0]?.end([{ answer: 'A' }]);
  expect(await answers).toMatchObject([
    { value: 'A' },
    { reason: { message: 'A batch returned no result for an item' } },
  ]);
});

test('an outcome that comes later holds up no batch, but the end of all', async () => {
  const { commit, add, batches, written } = held();
  const [late] = add('a');
  await turns();
  const { promise, resolve } = Promise.withResolvers<Settled<string>>();
  batches[0]?.end([promise]);
  await turns();
  const settled = commit.settled();
  const [next] = add('b');
  await turns();
  expect(written()).toEqual(['a', 'b']);
  batches[1]?.end();
  expect(await next).toBe('b');
  expect(await isSettled(settled)).toBe(false);
  resolve({ answer: 'A' });
  expect(await late).toBe('A');
  await settled;
});

test('it is settled at once when it holds nothing, else when the last item has its outcome', async () => {
  const { commit, add, batches } = held();
  await commit.settled();
  const answers = Promise.allSettled(add('a', 'b', 'c', 'd'));
  const settled = commit.settled();
  expect(await isSettled(settled)).toBe(false);
  batches[0]?.fail(new Error('no connection'));
  expect(await isSettled(settled)).toBe(false);
  // Nothing waits any more, but the last batch is under way.
  expect(await isSettled(commit.settled())).toBe(false);
  batches[1]?.end();
  await settled;
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});

test('batches run as their own party, whoever adds the first item', async () => {
  const { add, batches } = held();
  const answers = asParty({ kind: 'requests', name: 'caller' }, () => add('a'));
  await turns();
  expect(batches[0]?.party).toBe('batches');
  batches[0]?.end();
  await Promise.all(answers);
});
