import { setImmediate } from 'node:timers/promises';

/**
 * Runs pieces of work one by one, with a turn of the event loop between two, so that their durations never add up to
 * one pause.
 */
export function createOneByOne(): <Result>(work: () => Result) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => setImmediate()).then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
