/**
 * A group commit: waiting items are written together, in few statements, and each still gets its own result. Under load
 * a batch grows by itself: items that come during a write form the next batch.
 */
import type { Party } from './fair-slots.ts';
import { asParty } from './party.ts';

export interface GroupCommit<Item, Answer> {
  /** Resolves once the batch with `item` has committed; rejects with the item's own error. */
  add(item: Item): Promise<Answer>;
  /** Resolves when no item waits and no batch is under way. */
  settled(): Promise<void>;
}

/** The result of one item. */
export type Settled<Answer> = { readonly answer: Answer } | { readonly refusal: unknown };

export interface GroupCommitOptions<Item, Answer> {
  /** Items of one batch, at most. */
  readonly size: number;
  /** Batches under way at once, at most. */
  readonly inFlight: number;
  /** Time that the first item waits for others; milliseconds. */
  readonly waitMs: number;
  /** The party whose connections the batches use; not the caller of the first item. */
  readonly party: Party;
  /**
   * Writes a batch; returns one result for each item, in order. An exception rejects every item of the batch. A result
   * may come later, as a promise that never rejects: the batch ends without it.
   */
  readonly write: (items: readonly Item[]) => Promise<readonly (Settled<Answer> | Promise<Settled<Answer>>)[]>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (refusal: unknown) => void;
}

export function createGroupCommit<Item, Answer>(options: GroupCommitOptions<Item, Answer>): GroupCommit<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  let later = 0;
  let timer: NodeJS.Timeout | NodeJS.Immediate | null = null;
  let onSettled: (() => void)[] = [];

  function schedule(): void {
    if (timer !== null || waiting.length === 0 || underWay >= options.inFlight) return;
    timer = options.waitMs === 0 ? setImmediate(start) : setTimeout(start, options.waitMs);
  }

  function start(): void {
    timer = null;
    while (waiting.length > 0 && underWay < options.inFlight) void run(waiting.splice(0, options.size));
    schedule();
  }

  async function run(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    underWay += 1;
    try {
      const outcomes = await asParty(options.party, () => options.write(batch.map(({ item }) => item)));
      for (const [position, waiting] of batch.entries()) {
        const outcome = outcomes[position];
        if (outcome === undefined) waiting.reject(new Error('A batch returned no result for an item'));
        else if (outcome instanceof Promise) void settleLater(waiting, outcome);
        else settle(waiting, outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      schedule();
      tellSettled();
    }
  }

  function settle({ resolve, reject }: Waiting<Item, Answer>, outcome: Settled<Answer>): void {
    if ('answer' in outcome) resolve(outcome.answer);
    else reject(outcome.refusal);
  }

  async function settleLater(item: Waiting<Item, Answer>, outcome: Promise<Settled<Answer>>): Promise<void> {
    later += 1;
    settle(item, await outcome);
    later -= 1;
    tellSettled();
  }

  const isSettled = () => underWay === 0 && later === 0 && waiting.length === 0;

  function tellSettled(): void {
    if (!isSettled()) return;
    for (const done of onSettled) done();
    onSettled = [];
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        schedule();
      }),
    settled: () =>
      isSettled()
        ? Promise.resolve()
        : new Promise((resolve) => {
            onSettled.push(resolve);
          }),
  };
}
