import { giveWay } from './give-way.ts';

/** Milliseconds of work before the process does other things. */
export const stretch = 5;

/**
 * Runs the steps and gives way after each stretch. For work that is done while a lock is held:
 * unlike `giveWayFairly` it waits for no other platform's work, so it must be small.
 */
export async function giveWayBetween<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
  for (;;) {
    const until = performance.now() + stretch;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await giveWay();
  }
}
