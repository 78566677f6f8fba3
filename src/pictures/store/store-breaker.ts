/**
 * While the store of pictures does not answer, one request a second finds out whether it does again, and the others are
 * refused at once (docs/rules.md#failing-picture-store). A store that refuses a request answers.
 */
import { StoreFault } from '../../transport/objects/object-store.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** From one request that finds out to the next, at least; milliseconds. */
const trialEvery = 1_000;

export interface StoreBreaker {
  /** Whether a request would be refused now. */
  refuses(): boolean;
  /** Runs a request, unless it refuses: then it rejects with `unavailable`. */
  pass<Result>(request: () => Promise<Result>): Promise<Result>;
}

/** `now`: milliseconds that only grow. */
export function createStoreBreaker(now: () => number): StoreBreaker {
  /** Counts beginnings and silences, so that each says which came before it. */
  let order = 0;
  let silentAt = 0;
  /** The request that was answered and began last. */
  let answered = 0;
  let isOpen = false;
  let nextTrialAt = Number.NEGATIVE_INFINITY;

  function noteAnswer(began: number): void {
    answered = Math.max(answered, began);
    // An answer to what began before tells nothing of the store as it is now.
    if (began > silentAt) isOpen = false;
  }

  function noteSilence(began: number): void {
    // The store has answered a request that began later.
    if (began < answered) return;
    order += 1;
    silentAt = order;
    isOpen = true;
    nextTrialAt = now() + trialEvery;
  }

  const refuses = () => isOpen && now() < nextTrialAt;
  return {
    refuses,
    async pass(request) {
      if (refuses()) throw new StoreUnavailable('store');
      if (isOpen) nextTrialAt = now() + trialEvery;
      order += 1;
      const began = order;
      try {
        const result = await request();
        noteAnswer(began);
        return result;
      } catch (error) {
        if (error instanceof StoreFault) (error.isSilence ? noteSilence : noteAnswer)(began);
        throw error;
      }
    },
  };
}
