/**
 * Long work of many platforms in one process: templates that are checked, compiled and filled
 * (docs/rules.md#long-work). It is done in steps and takes at most a third of the time: after each stretch of work the
 * process is free for twice as long as the stretch took. So no caller's templates delay the requests of others. Short
 * work is done at once.
 *
 * Platforms that wait at once get equal time, not equal turns: a platform whose step took a hundred milliseconds waits
 * until each other one has had as much, or has nothing left to do. This is start-time fair queueing (Goyal, Vin and
 * Cheng, 1996): each platform has a mark, the milliseconds of its work, and the lowest mark is next.
 */

import type { Steps } from '../steps.ts';

/** Milliseconds of work before the process does other things. A step that takes longer is not cut short. */
const stretch = 5;
/** Times the length of a stretch for which the process is free after it. */
const restFactor = 2;

interface Job {
  /** Runs the next step; true when it was the last. */
  step(): boolean;
}

// State of the process and not of an `App`: all work shares one event loop.
/** By platform, in the order in which they came. */
const waiting = new Map<string, Job[]>();
/** Milliseconds of work of each platform, counted from the mark that it began with. */
const marks = new Map<string, number>();
/** The mark of the platform that worked last, before its work: a platform that comes, or comes back, begins here. */
let mark = 0;
/** Milliseconds of work since the process last did other things. */
let worked = 0;
/** The end of a pause after a stretch of work. */
let timer: NodeJS.Timeout | null = null;
/** The next moment at which the process has done other things. */
let soon: NodeJS.Immediate | null = null;

/** Resolves with what `steps` return, and rejects with what they throw. */
export function giveWayFairly<Result>(platformId: string, steps: Steps<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const job: Job = {
      step() {
        try {
          const step = steps.next();
          if (step.done) resolve(step.value);
          return step.done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      },
    };
    if (waiting.size === 0 && worked < stretch && advance(platformId, job)) return rest();
    const jobs = waiting.get(platformId);
    if (jobs) jobs.push(job);
    else waiting.set(platformId, [job]);
    rest();
  });
}

/** Works on a job of the platform until it is done or the stretch is over; true when it is done. */
function advance(platformId: string, job: Job): boolean {
  mark = markOf(platformId);
  for (;;) {
    const began = performance.now();
    const done = job.step();
    const took = performance.now() - began;
    worked += took;
    marks.set(platformId, markOf(platformId) + took);
    if (done || worked >= stretch) return done;
  }
}

/** A platform that was away gets no time for it afterwards. */
function markOf(platformId: string): number {
  return Math.max(mark, marks.get(platformId) ?? 0);
}

function rest(): void {
  if (timer !== null) return;
  if (worked < stretch) {
    soon ??= setImmediate(resume);
    return;
  }
  if (soon !== null) clearImmediate(soon);
  soon = null;
  timer = setTimeout(resume, restFactor * worked);
}

function resume(): void {
  soon = null;
  timer = null;
  worked = 0;
  while (worked < stretch && waiting.size > 0) {
    const [platformId, jobs] = nextInTurn();
    const [job] = jobs;
    if (job === undefined || advance(platformId, job)) jobs.shift();
    if (jobs.length === 0) waiting.delete(platformId);
  }
  // Of those that have had no more than the last one, nothing needs to be known.
  for (const [platformId, one] of marks) if (waiting.size === 0 || one <= mark) marks.delete(platformId);
  if (waiting.size > 0 || worked > 0) rest();
}

/** Of the platforms that wait, the one with the lowest mark; of several, the one that came first. */
function nextInTurn(): readonly [platformId: string, jobs: Job[]] {
  let next: readonly [string, Job[]] | null = null;
  for (const entry of waiting) if (next === null || markOf(entry[0]) < markOf(next[0])) next = entry;
  if (next === null) throw new Error('Nobody waits');
  return next;
}
