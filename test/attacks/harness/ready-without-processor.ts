import { readFileSync } from 'node:fs';

/**
 * How long the main thread of a process has been ready to run without a processor since its start; milliseconds. Zero
 * where Linux' /proc does not say.
 */
export function readyWithoutProcessor(pid: number): number {
  try {
    // Nanoseconds on a processor, nanoseconds in its queue, time slices.
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
