import { otherWork } from './other-work.ts';

/** Milliseconds of work before the process does other things. */
const stretch = 5;

/**
 * Runs the steps with a turn of the event loop after each stretch. For work that is done while a lock is held:
 * unlike `fairWork` it waits for no other platform's work, so it must be small.
 */
export async function inTurns<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
  for (;;) {
    const until = performance.now() + stretch;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await otherWork();
  }
}
