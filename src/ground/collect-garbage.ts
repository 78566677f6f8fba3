/**
 * Collects the garbage of large texts. V8 keeps hundreds of MiB of garbage when bodies or files of megabytes follow
 * each other (docs/rules.md#garbage-of-large-texts).
 *
 * V8 collects all garbage to measure memory. It marks in steps beside the work, and ends in one of some 10 ms where
 * 120 MB live. Asked while it marks already, it would do the rest at a stretch, as `gc()` does: 90 to 290 ms. So a
 * marking that V8 has begun by itself is waited for.
 */

import { setImmediate as nextRound } from 'node:timers/promises';
import { measureMemory } from 'node:vm';
import { watchMarking } from './watch-marking.ts';

/** Bytes of a body, or of a mail's files, after which garbage is collected. */
const bytesOfBodies = 8 * 1_048_576;

/** A collection of such a heap takes some 200 ms. Nobody waits longer for one that does not end; milliseconds. */
const patience = 1_000;

/** State of the process, which has one heap for them. */
let running: Promise<void> | null = null;
let next: Promise<void> | null = null;
/** What V8 was asked for; it may last longer than anybody waits. */
let asked: Promise<void> | null = null;

/** Call when a text of so many bytes is no longer needed. */
export function collectGarbageOf(bytes: number): void {
  if (bytes >= bytesOfBodies) void collected();
}

/**
 * Gives back the room of so many bytes with which the work is done: of many bytes once their garbage is collected.
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

async function collect(): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patience).unref();
  // Whoever waits goes on after a while; what is garbage is collected all the same.
  asked ??= collectAfterMarking().finally(() => {
    asked = null;
  });
  await Promise.race([asked, late]);
  clearTimeout(timer);
}

async function collectAfterMarking(): Promise<void> {
  const watch = watchMarking();
  // The text itself may have made V8 begin, which the watch learns some rounds later.
  await nextRound();
  await nextRound();
  while (watch.marking) await watch.ended();
  // It rejects where the process ends.
  await measureMemory({ mode: 'summary', execution: 'eager' }).catch(() => undefined);
}
