/**
 * Collects the garbage of large texts. V8 keeps hundreds of MiB of garbage when bodies or files of megabytes follow
 * each other.
 *
 * V8 collects all garbage to measure memory. It marks in steps beside the work, and ends in one of some 50 ms where 120 MB
 * live. `gc()` would do all of it at a stretch, after it has ended a marking that V8 itself had begun: 100 to 290 ms.
 */
import { measureMemory } from 'node:vm';

/** Bytes of a body, or of a mail's files, after which garbage is collected. */
const bytesOfBodies = 8 * 1_048_576;

/** A collection of such a heap takes some 200 ms. Nobody waits longer for one that does not end; milliseconds. */
const patience = 1_000;

/** State of the process, which has one heap for them. */
let running: Promise<void> | null = null;
let next: Promise<void> | null = null;

/** Call when a text of so many bytes is no longer needed. */
export function collectGarbageOf(bytes: number): void {
  if (bytes >= bytesOfBodies) void collected();
}

/**
 * Gives back the room of so many bytes with which the work is done: of many bytes once their garbage is collected
 * (docs/rules.md#garbage-of-large-texts).
 */
export function releaseCollected(bytes: number, release: () => void): void {
  if (bytes >= bytesOfBodies) void collected().then(release);
  else release();
}

/** Resolves when what is garbage now has been collected: a collection that runs may have passed it already. */
function collected(): Promise<void> {
  if (running === null) {
    running = collect().finally(() => {
      running = null;
    });
    return running;
  }
  next ??= running.then(() => {
    next = null;
    return collected();
  });
  return next;
}

function collect(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, patience).unref();
  const end = () => {
    clearTimeout(late);
    resolve();
  };
  measureMemory({ mode: 'summary', execution: 'eager' }).then(end, end);
  return promise;
}
