/**
 * Long work in steps: at each `yield` the process may do other things. So a template is checked and compiled by the
 * same code whether a tool does it at once or a service between the requests of others.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
