/**
 * What the log and the metrics say of requests that the store of pictures fails (docs/rules.md#failing-picture-store): anybody may
 * cause them, as often as they like, so each kind of request has one line a minute and one when it works again.
 */
import type { Log } from '../../ground/log/log.ts';
import { StoreFault } from '../../transport/objects/object-store.ts';

const words = {
  read: {
    fails: 'a picture could not be read from its store; those in memory are shown',
    works: 'pictures are read from their store again',
  },
  write: {
    fails: 'a picture could not be written to its store: it was not taken, or not moved',
    works: 'pictures are written to their store again',
  },
  remove: {
    fails: 'an object that no picture names could not be removed from the store',
    works: 'objects are removed from the store of pictures again',
  },
} as const;

export type StoreRequest = keyof typeof words;
export const storeRequests = Object.keys(words) as readonly StoreRequest[];

/** Time from one line of a kind to the next, at least; milliseconds. */
const lineEvery = 60_000;
/** Time for which a fault counts when nothing was asked since; milliseconds. */
const faultKept = 120_000;

export interface StoreOutages {
  follow<Result>(kind: StoreRequest, request: () => Promise<Result>): Promise<Result>;
  /** False: the last request of that kind failed, not long ago. */
  works(kind: StoreRequest): boolean;
}

/** `now`: milliseconds that only grow. */
export function createStoreOutages(log: Log, now: () => number): StoreOutages {
  /** Counts beginnings and faults, so that each says which came before it. */
  let order = 0;
  const noFault = { fault: 0, failedAt: Number.NEGATIVE_INFINITY, toldAt: Number.NEGATIVE_INFINITY };
  const stateOf = () => ({ ...noFault, isTold: false, untold: 0 });
  const states = { read: stateOf(), write: stateOf(), remove: stateOf() };

  function noteFault(kind: StoreRequest, fault: string): void {
    const state = states[kind];
    order += 1;
    state.fault = order;
    state.failedAt = now();
    state.untold += 1;
    if (now() - state.toldAt < lineEvery) return;
    log.warn({ fault, times: state.untold }, words[kind].fails);
    state.toldAt = now();
    state.isTold = true;
    state.untold = 0;
  }

  function noteSuccess(kind: StoreRequest, began: number): void {
    const state = states[kind];
    // What began before the fault tells nothing of what came after it.
    if (state.fault === 0 || began < state.fault) return;
    state.fault = 0;
    // The end of an outage that has no line has none.
    if (state.isTold) log.info(words[kind].works);
    state.isTold = false;
  }

  return {
    async follow(kind, request) {
      order += 1;
      const began = order;
      try {
        const result = await request();
        noteSuccess(kind, began);
        return result;
      } catch (error) {
        if (error instanceof StoreFault) noteFault(kind, error.message);
        throw error;
      }
    },
    works: (kind) => states[kind].fault === 0 || now() - states[kind].failedAt >= faultKept,
  };
}
