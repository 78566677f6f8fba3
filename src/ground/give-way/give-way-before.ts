/**
 * Work that becomes possible at one moment in many places, such as the events of all streams of a workspace: it is
 * begun in the order in which it came, for some milliseconds in each round of the event loop.
 */

/** How long work is begun before the process does other things; milliseconds. Work that takes longer is not cut short. */
const slice = 5;

// State of the process and not of an `App`: all work shares one event loop.
const waiting: (() => void)[] = [];
let isPlanned = false;

/** Begins `work` after what came before it; resolves or rejects as `work` does. */
export function giveWayBefore<Result>(work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        work().then(resolve, reject);
      } catch (error) {
        reject(error);
      }
    });
    plan();
  });
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    const until = performance.now() + slice;
    while (waiting.length > 0 && performance.now() < until) waiting.shift()?.();
    if (waiting.length > 0) plan();
  });
}
