/**
 * A group commit over several platforms that locked rows of one platform do not stop. A batch that does not get a lock
 * is divided: each platform's items are written apart, and while that platform's rows stay locked, its items do not
 * join the shared batches.
 */

import type { WorkKind } from '../connections/connection-room.ts';
import { sharedBatchLimits, type TimeLimits } from '../connections/time-limits.ts';
import { databaseCode } from '../database-code.ts';
import { createGroupCommit, type Gathering, type GroupCommit, type Settled } from './group-commit.ts';

export interface DividedCommitOptions<Item, Answer> {
  readonly size: number;
  /** Shared batches under way at once, at most. */
  readonly inFlight: number;
  /** Time that the first item waits for others; milliseconds. */
  readonly waitMs: number;
  /** Shared batches also wait while others are under way, and after them. */
  readonly gathers?: Gathering | undefined;
  /** The party whose connections the shared batches use. */
  readonly party: { readonly kind: WorkKind; readonly name: string };
  readonly platformOf: (item: Item) => string;
  /**
   * Writes a shared batch under `limits`. What waits for rows of one platform comes later, as a promise that never
   * rejects: the items of the others do not wait for it.
   */
  readonly write: (items: readonly Item[], limits: TimeLimits) => Promise<readonly Outcome<Answer>[]>;
  /** Writes items of one platform that a shared batch could not write. */
  readonly writeApart: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>;
}

type Outcome<Answer> = Settled<Answer> | Promise<Settled<Answer>>;

/** Batches of one platform under way at once, beside the shared ones. */
const lanesInFlight = 2;
/** Time that a platform's items stay apart after one of them met a lock; milliseconds. */
const apartFor = 2_000;

interface Lane<Item, Answer> {
  readonly commit: GroupCommit<Item, Answer>;
  /** Items that are not settled. */
  pending: number;
  until: number;
}

/** lock_not_available, query_canceled, deadlock_detected, serialization_failure. */
const conflicts: ReadonlySet<unknown> = new Set(['55P03', '57014', '40P01', '40001']);

/** Other transactions changed the rows of an item each time that a batch came to write it. */
export class Contended extends Error {
  override readonly name = 'Contended';

  constructor() {
    super('Rows that a batch needs kept changing meanwhile');
  }
}

/** Whether another transaction caused the error: the same write may succeed alone or later. */
export function isConflict(error: unknown): boolean {
  return error instanceof Contended || conflicts.has(databaseCode(error));
}

export function createDividedCommit<Item, Answer>(
  options: DividedCommitOptions<Item, Answer>,
): GroupCommit<Item, Answer> {
  const { size, inFlight, waitMs, gathers, party, platformOf, write, writeApart } = options;
  const lanes = new Map<string, Lane<Item, Answer>>();

  const shared = createGroupCommit<Item, Answer>({
    size,
    inFlight,
    waitMs,
    gathers,
    party,
    write: async (items) => {
      const outcomes = await write(items, sharedBatchLimits).catch((error: unknown) => {
        if (!isConflict(error)) throw error;
        return items.map(() => ({ refusal: error }));
      });
      return outcomes.map((outcome, position) => {
        const item = items[position];
        if (item === undefined) return outcome;
        return outcome instanceof Promise ? outcome.then((late) => orApart(item, late)) : orApart(item, outcome);
      });
    },
  });

  function orApart(item: Item, outcome: Settled<Answer>): Outcome<Answer> {
    return 'refusal' in outcome && isConflict(outcome.refusal) ? addApart(item) : outcome;
  }

  function laneOf(platform: string): Lane<Item, Answer> {
    const known = lanes.get(platform);
    if (known) return known;
    dropIdleLanes();
    const commit = createGroupCommit<Item, Answer>({
      size,
      inFlight: lanesInFlight,
      waitMs: 0,
      party: { kind: party.kind, name: platform },
      write: writeApart,
    });
    const made = { commit, pending: 0, until: performance.now() + apartFor };
    lanes.set(platform, made);
    return made;
  }

  async function addApart(item: Item): Promise<Settled<Answer>> {
    const lane = laneOf(platformOf(item));
    lane.pending += 1;
    try {
      return { answer: await lane.commit.add(item) };
    } catch (refusal) {
      if (isConflict(refusal)) lane.until = performance.now() + apartFor;
      return { refusal };
    } finally {
      lane.pending -= 1;
    }
  }

  const isIdle = ({ pending, until }: Lane<Item, Answer>) => pending === 0 && performance.now() > until;

  function dropIdleLanes(): void {
    for (const [platform, lane] of lanes) if (isIdle(lane)) lanes.delete(platform);
  }

  return {
    async add(item) {
      const lane = lanes.get(platformOf(item));
      if (lane === undefined || isIdle(lane)) return shared.add(item);
      const outcome = await addApart(item);
      if ('refusal' in outcome) throw outcome.refusal;
      return outcome.answer;
    },
    async settled() {
      await shared.settled();
      await Promise.all([...lanes.values()].map(({ commit }) => commit.settled()));
    },
  };
}
