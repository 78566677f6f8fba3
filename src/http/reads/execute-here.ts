/**
 * Executes a read of GraphQL or REST between the requests of others, as far as it reads little
 * (docs/rules.md#bytes-of-reads).
 */
import type { ExecutionResult } from 'graphql';
import type { Viewer } from '../../context.ts';
import { isSpent, withReadBudget } from '../../ground/lists/read-budget.ts';
import type { MovedReads } from './moved-reads.ts';
import type { EndRead } from './read-room.ts';

/** Bytes of rows that a read may hold in the process. A read that needs more is executed in the thread. */
export const readBytesHere = 256 * 1_024;

interface Read<Sender> {
  readonly viewer: Sender;
  /** Waits until the read may be executed beside the others; rejects with `unavailable`. */
  readonly begin: () => Promise<EndRead>;
  /** What is known of such reads, and the name of this one. Another one may show meanwhile that it holds more. */
  readonly moved: MovedReads;
  readonly name: string;
  readonly isHeavyReader: () => boolean;
  readonly execute: (viewer: Sender) => ExecutionResult | Promise<ExecutionResult>;
}

/** Null where the read holds more than it may. */
export async function executeHere<Sender extends Viewer>(read: Read<Sender>): Promise<ExecutionResult | null> {
  const { viewer, begin, moved, name, isHeavyReader, execute } = read;
  const isMoved = () => moved.has(viewer.platformId, name, isHeavyReader());
  if (isMoved()) return null;
  const end = await begin();
  const budget = { left: readBytesHere };
  try {
    if (isMoved()) return null;
    // A context of its own: plugins cache rows by the context of a request.
    const result = await withReadBudget(budget, () => execute({ ...viewer }));
    const isOver = isSpent(budget);
    // Only what was executed here is news: a read that is known keeps its minute, however often it is asked for.
    moved.note(viewer.platformId, name, isOver ? 'thread' : 'process');
    return isOver ? null : result;
  } finally {
    end(readBytesHere - budget.left);
  }
}
