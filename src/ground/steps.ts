/**
 * Long work in steps: at each `yield` the process may do other work. A tool runs all steps at once; the service runs
 * them between the requests of others (src/ground/give-way/give-way-fairly.ts).
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
