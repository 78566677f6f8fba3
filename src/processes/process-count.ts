/** How many processes `PROCESSES=auto` starts (docs/rules.md#processes). */
import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  /** Cores that this process may use. */
  readonly cores: number;
  /** Bytes that this process and its children may use. */
  readonly memory: number;
}

/** PostgreSQL, the relay and the operating system need the other half of the cores. */
const coresEach = 2;
/** 600 MB that hostile requests can take of a process, and the rest for the database and the caches of the system; bytes. */
const memoryEach = 1_024 ** 3;
/** More processes are a decision of the operator, because each takes its share of the database's connections. */
const countMost = 4;

export function processCount({ cores, memory }: Machine): number {
  const fitting = Math.min(Math.floor(cores / coresEach), Math.floor(memory / memoryEach), countMost);
  return Math.max(1, fitting);
}

export function thisMachine(): Machine {
  // The limit of a container; 0 where there is none.
  const limit = process.constrainedMemory();
  return { cores: availableParallelism(), memory: limit > 0 ? Math.min(limit, totalmem()) : totalmem() };
}
