/**
 * Long work of many platforms in one process: templates that are checked, compiled and filled. It is done in steps, the
 * platforms in turn, and takes at most a third of the time: after each stretch of work the process is free for twice as
 * long as the stretch took. So no caller's templates delay the requests of others. Short work is done at once.
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
/** By platform; the platform whose turn is next comes first. */
const waiting = new Map<string, Job[]>();
/** Milliseconds of work since the process last did other things. */
let worked = 0;
/** The end of a pause after a stretch of work. */
let timer: NodeJS.Timeout | null = null;
/** The next moment at which the process has done other things. */
let soon: NodeJS.Immediate | null = null;

/** Resolves with what `steps` return, and rejects with what they throw. */
export function fairWork<Result>(platformId: string, steps: Steps<Result>): Promise<Result> {
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
    if (waiting.size === 0 && worked < stretch && advance(job)) return rest();
    const jobs = waiting.get(platformId);
    if (jobs) jobs.push(job);
    else waiting.set(platformId, [job]);
    rest();
  });
}

/** Works on a job until it is done or the stretch is over; true when it is done. */
function advance(job: Job): boolean {
  for (;;) {
    const began = performance.now();
    const done = job.step();
    worked += performance.now() - began;
    if (done || worked >= stretch) return done;
  }
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
  for (const [platformId, jobs] of waiting) {
    const [job] = jobs;
    if (job === undefined || advance(job)) jobs.shift();
    // Behind the others: a Map visits keys that are set during the walk last.
    waiting.delete(platformId);
    if (jobs.length > 0) waiting.set(platformId, jobs);
    if (worked >= stretch) break;
  }
  if (waiting.size > 0 || worked > 0) rest();
}
