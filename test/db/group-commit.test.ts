import { expect, onTestFinished, test, vi } from 'vitest';
import { createGroupCommit, type GroupCommitOptions, type Settled } from '../../src/db/group-commit.ts';
import { asParty, currentParty } from '../../src/db/party.ts';

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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
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
