/** Resident memory of another process, from Linux' /proc; zero where there is none. */
import { readFileSync, writeFileSync } from 'node:fs';

const mebibyte = 1_048_576;

/** MiB now, and at most since the last `resetPeak`. */
export function readMemory(pid: number): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    return { now: (kibibytes('VmRSS') * 1024) / mebibyte, peak: (kibibytes('VmHWM') * 1024) / mebibyte };
  } catch {
    return { now: 0, peak: 0 };
  }
}

/** Lets the highest value begin at what it is now (proc(5), clear_refs). */
export function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The peak then counts from the start of the process: higher, never lower than what is looked for.
  }
}
