/** Memory and processor time of a process and its descendants, from Linux' /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of /proc/<pid>/stat: a constant of Linux' user interface. */
const ticksASecond = 100;
const mebibyte = 1_048_576;
const kibibyte = 1_024;

/** `pid` and all its descendants. */
export function processTree(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const process = Number(name);
    const stat = Number.isInteger(process) ? statOf(process) : null;
    if (stat) parents.set(process, Number(stat[1]));
  }
  const tree = [pid];
  for (const ancestor of tree) for (const [child, parent] of parents) if (parent === ancestor) tree.push(child);
  return tree;
}

/** Whether the process has a handler of its own for the signal of that number. Without one, most signals end it. */
export function catches(pid: number, signal: number): boolean {
  const caught = /^SigCgt:\s+([0-9a-f]+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '0';
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

/** Resident memory in MB (of 2^20 bytes), shared pages counted in each process. */
export function residentMemory(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0));
  return (kilobytes.reduce((sum, size) => sum + size, 0) * kibibyte) / mebibyte;
}

/** Seconds of processor time of the tree, of children that have ended too. */
export function processorTime(pid: number): number {
  let ticks = 0;
  for (const process of processTree(pid)) {
    // utime, stime, cutime, cstime; the first two of a child that was waited for are in the last two of its parent.
    for (const value of statOf(process)?.slice(11, 15) ?? []) ticks += Number(value);
  }
  return ticks / ticksASecond;
}

/** Fields of /proc/<pid>/stat from the third on, which follows the name in brackets. */
function statOf(pid: number): readonly string[] | null {
  const text = read(`/proc/${pid}/stat`);
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Empty when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
