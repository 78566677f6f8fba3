/**
 * A group commit: waiting items are written together, in few statements, and each still gets its own result. Under load
 * a batch grows by itself: items that come during a write form the next batch.
 *
 * A statement costs as much as several of its rows, so with `gathers` batches grow before the processors are full
 * (docs/rules.md#group-commits): a batch of several items is followed by a rest, and a batch beside another one waits
 * until it is worth a statement. An item that comes alone waits for neither.
 */
import type { Party } from '../connections/connection-room.ts';
import { asParty } from '../connections/party.ts';

/** How long batches wait for further items. */
export interface Gathering {
  /** Items that are worth a statement: so many wait for no further ones. */
  readonly enough: number;
  /** Length of the rest after a batch of several items, as a multiple of its write. */
  readonly restFactor: number;
  /** Length of a rest, at most; milliseconds. */
  readonly restMs: number;
  /** Longest time that an item waits for a batch under way or for a rest, while another batch may run; milliseconds. */
  readonly patienceMs: number;
}

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
  /** Batches also wait while others are under way, and after them. */
  readonly gathers?: Gathering | undefined;
  /**
   * Writes a batch; returns one result for each item, in order. An exception rejects every item of the batch. A result
   * may come later, as a promise that never rejects: the batch ends without it.
   */
  readonly write: (items: readonly Item[]) => Promise<readonly (Settled<Answer> | Promise<Settled<Answer>>)[]>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  /** When it came, by the clock of the process. */
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (refusal: unknown) => void;
}

export function createGroupCommit<Item, Answer>(options: GroupCommitOptions<Item, Answer>): GroupCommit<Item, Answer> {
  const { size, inFlight, waitMs, gathers } = options;
  const enough = Math.min(gathers?.enough ?? size, size);
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  let later = 0;
  /** End of the rest after the last batch, by the clock of the process. */
  let restUntil = 0;
  let timer: { readonly at: number; cancel(): void } | null = null;
  let onSettled: (() => void)[] = [];

  /** When the next batch begins if nothing else comes. */
  function nextStart(first: Waiting<Item, Answer>, now: number): number {
    if (waiting.length >= enough) return now;
    const ripe = first.since + waitMs;
    if (gathers === undefined) return ripe;
    const quiet = underWay > 0 ? Number.POSITIVE_INFINITY : Math.max(ripe, restUntil);
    return Math.min(quiet, first.since + gathers.patienceMs);
  }

  /** End of the rest after a batch that began at `began` and ends now. */
  function restAfter(began: number): number {
    const now = performance.now();
    return gathers === undefined ? now : now + Math.min(gathers.restMs, gathers.restFactor * (now - began));
  }

  function schedule(): void {
    const [first] = waiting;
    if (first === undefined || underWay >= inFlight) return;
    const now = performance.now();
    const at = nextStart(first, now);
    if (timer !== null && timer.at <= at) return;
    timer?.cancel();
    timer = { at, cancel: at <= now ? atOnce(start) : after(at - now, start) };
  }

  function start(): void {
    timer = null;
    if (underWay < inFlight && waiting.length > 0) void run(waiting.splice(0, size));
    schedule();
  }

  async function run(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    underWay += 1;
    const began = performance.now();
    try {
      // The statements of the batch wait for connections as its own party, not as the request that came first.
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
      if (batch.length > 1) restUntil = restAfter(began);
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
        waiting.push({ item, since: performance.now(), resolve, reject });
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

/** Calls `then` in the next round of the event loop; returns what cancels that. */
function atOnce(then: () => void): () => void {
  const immediate = setImmediate(then);
  return () => clearImmediate(immediate);
}

/** Calls `then` after so many milliseconds; returns what cancels that. */
function after(ms: number, then: () => void): () => void {
  const timeout = setTimeout(then, ms);
  return () => clearTimeout(timeout);
}
