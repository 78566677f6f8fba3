/**
 * Long work in steps: at each `yield` the process may do other things. The same code checks a template at once for a
 * tool, and between the requests of others for the service (src/turns/fair-work.ts).
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
