import { describe, expect, test } from 'vitest';
import { currentParty } from '../../../src/db/connections/party.ts';
import type { TimeLimits } from '../../../src/db/connections/time-limits.ts';
import { Contended, createDividedCommit, isConflict } from '../../../src/db/writes/divided-commit.ts';
import type { Settled } from '../../../src/db/writes/group-commit.ts';

interface Item {
  readonly platform: string;
  readonly name: string;
}

type Outcome = Settled<string> | Promise<Settled<string>>;
type Write = (items: readonly Item[], limits: TimeLimits) => Promise<readonly Outcome[]>;

const party = { kind: 'emits', name: 'shared' } as const;
const item = (platform: string, name: string): Item => ({ platform, name });
const lockNotAvailable = () => Object.assign(new Error('locked'), { code: '55P03' });

/** A divided commit, and what was written by whom: `party: items`. */
function divided(write: Write, writeApart?: (items: readonly Item[]) => Promise<readonly Settled<string>[]>) {
  const written: string[] = [];
  const note = (items: readonly Item[]) => {
    written.push(`${currentParty().name}: ${items.map(({ name }) => name).join(' ')}`);
  };
  const commit = createDividedCommit<Item, string>({
    size: 10,
    inFlight: 1,
    waitMs: 0,
    party,
    platformOf: ({ platform }) => platform,
    write: (items, limits) => {
      note(items);
      return write(items, limits);
    },
    writeApart: async (items) => {
      note(items);
      return writeApart ? writeApart(items) : items.map(({ name }) => ({ answer: `${name} apart` }));
    },
  });
  return { commit, written };
}

const all = (items: readonly Item[]) => items.map(({ name }) => ({ answer: name }));

test('items of several platforms are one batch', async () => {
  const { commit, written } = divided(async (items) => all(items));
  await expect(Promise.all([commit.add(item('p', 'a')), commit.add(item('q', 'b'))])).resolves.toEqual(['a', 'b']);
  expect(written).toEqual(['shared: a b']);
});

describe('a batch that meets a lock', () => {
  test('is written by platform, each as its own party', async () => {
    const { commit, written } = divided(() => Promise.reject(lockNotAvailable()));
    await expect(Promise.all([commit.add(item('p', 'a')), commit.add(item('q', 'b'))])).resolves.toEqual([
      'a apart',
      'b apart',
    ]);
    expect(written).toEqual(['shared: a b', 'p: a', 'q: b']);
  });

  test('rejects another error for all', async () => {
    const { commit, written } = divided(() => Promise.reject(new Error('a bug')));
    const added = await Promise.allSettled([commit.add(item('p', 'a')), commit.add(item('q', 'b'))]);
    expect(added.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(written).toEqual(['shared: a b']);
  });
});

describe('an item whose outcome comes later', () => {
  test('keeps no item of another platform waiting, nor the next batch', async () => {
    const late = Promise.withResolvers<Settled<string>>();
    const { commit, written } = divided(async (items) =>
      items.map(({ platform, name }) => (platform === 'p' ? late.promise : { answer: name })),
    );
    const slow = commit.add(item('p', 'a'));
    await expect(commit.add(item('q', 'b'))).resolves.toBe('b');
    await expect(commit.add(item('q', 'c'))).resolves.toBe('c');
    late.resolve({ answer: 'late' });
    await expect(slow).resolves.toBe('late');
    expect(written).toEqual(['shared: a b', 'shared: c']);
  });

  test('goes apart where its rows kept changing, and the next ones of its platform with it', async () => {
    const { commit, written } = divided(async (items) =>
      items.map(({ platform, name }) =>
        platform === 'p' ? Promise.resolve({ refusal: new Contended() }) : { answer: name },
      ),
    );
    await expect(Promise.all([commit.add(item('p', 'a')), commit.add(item('q', 'b'))])).resolves.toEqual([
      'a apart',
      'b',
    ]);
    await expect(Promise.all([commit.add(item('p', 'c')), commit.add(item('q', 'd'))])).resolves.toEqual([
      'c apart',
      'd',
    ]);
    expect(written).toEqual(['shared: a b', 'p: a', 'p: c', 'shared: d']);
  });

  test('is waited for by `settled`', async () => {
    const late = Promise.withResolvers<Settled<string>>();
    const { commit } = divided(async () => [late.promise]);
    const slow = commit.add(item('p', 'a'));
    const settled = commit.settled().then(() => 'settled');
    await expect(Promise.race([settled, new Promise((resolve) => setImmediate(resolve))])).resolves.toBeUndefined();
    late.resolve({ refusal: new Contended() });
    await expect(settled).resolves.toBe('settled');
    await expect(slow).resolves.toBe('a apart');
  });
});

test('an item that is refused apart rejects with its own error', async () => {
  const { commit } = divided(
    () => Promise.reject(lockNotAvailable()),
    async (items) => items.map(() => ({ refusal: new Error('its own') })),
  );
  await expect(commit.add(item('p', 'a'))).rejects.toThrow('its own');
});

test('locks, deadlocks and rows that keep changing are conflicts, other errors are not', () => {
  expect([lockNotAvailable(), new Contended()].map(isConflict)).toEqual([true, true]);
  expect([new Error('x'), Object.assign(new Error('y'), { code: '23505' }), null].map(isConflict)).toEqual([
    false,
    false,
    false,
  ]);
});
