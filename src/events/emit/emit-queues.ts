/** The queues in which emits of a process wait for their batch, which `emitBatch` writes (docs/rules.md#group-commits). */
import type { App } from '../../context.ts';
import { createDividedCommit } from '../../db/writes/divided-commit.ts';
import type { Gathering, GroupCommit } from '../../db/writes/group-commit.ts';
import { emitApart, emitBatch } from './emit-batch.ts';
import type { BatchAnswer, EmitWork } from './emit-work.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Written by `emitBatch`. */
    readonly emits: EmitQueues;
  }
}

/** Emits of one batch, and batches at once in one process. */
const batchSize = 200;
const batchesInFlight = 3;
/** The same for emits with files or a large payload, which take longer to decide and to write. */
const heavyBatchSize = 4;
const heavyBatchesInFlight = 2;
/** The same for emits of requests that bring many (docs/rules.md#emit-batch), which stand in the way of no single one. */
const manyBatchSize = 200;
const manyBatchesInFlight = 2;
/** Under load an emit waits up to a tenth of a second, and shares its statement with more others. */
const gathersOne: Gathering = { enough: 32, restFactor: 2, restMs: 60, patienceMs: 100 };

/** Emits that come many at once follow each other closely: a batch waits for the next ones and needs no rest. */
const gathersMany: Gathering = { enough: 100, restFactor: 0, restMs: 0, patienceMs: 20 };

export type EmitQueue = GroupCommit<EmitWork, BatchAnswer>;

export interface EmitQueues {
  readonly light: EmitQueue;
  readonly heavy: EmitQueue;
  /** Emits of requests that bring many. */
  readonly many: EmitQueue;
}

export function createEmitQueues(app: App): EmitQueues {
  const create = (name: string, size: number, inFlight: number, gathers = gathersOne): EmitQueue =>
    createDividedCommit({
      size,
      inFlight,
      waitMs: 0,
      gathers,
      party: { kind: 'emits', name },
      platformOf: ({ platformId }) => platformId,
      write: (works, limits) => emitBatch(app, works, limits),
      writeApart: (works) => emitApart(app, works),
    });
  return {
    light: create('light emits', batchSize, batchesInFlight),
    heavy: create('heavy emits', heavyBatchSize, heavyBatchesInFlight),
    many: create('many emits', manyBatchSize, manyBatchesInFlight, gathersMany),
  };
}
