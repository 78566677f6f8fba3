/** How many processes `PROCESSES=auto` starts (docs/rules.md#processes). */
import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  /** Cores that this process may use. */
  readonly cores: number;
  /** Bytes that this process and its children may use. */
  readonly memory: number;
}

/**
 * PostgreSQL needs the other half of the cores. Measured on two cores with PostgreSQL on the same machine, in turn: an
 * emit takes 0.60 ms of one process and 0.38 ms of PostgreSQL, but 0.78 and 0.59 ms with two processes, whose batches are
 * half as large (887 and 804 emits a second). Accepting and sending at once takes 3.6 and 3.7 ms of a mail; two processes
 * send 1.2 times as many there, because a mail is mostly the service's work, for twice the memory.
 */
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
