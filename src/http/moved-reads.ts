/**
 * Reads that held more than they may in the process (docs/rules.md#bytes-of-reads): for a while they are executed in the
 * thread directly.
 */
import { LRUCache } from 'lru-cache';
import { mebibyte } from './body-limits.ts';

/** How long a read is remembered, in milliseconds, and the characters of all their names. */
const movedTime = 60_000;
const movedBytes = 4 * mebibyte;

/** `name`: the text of a query, or the path of a request. */
export interface MovedReads {
  has(platformId: string | null, name: string): boolean;
  add(platformId: string | null, name: string): void;
}

export function createMovedReads(): MovedReads {
  const moved = new LRUCache<string, true>({
    maxSize: movedBytes,
    sizeCalculation: (_is, key) => key.length,
    ttl: movedTime,
  });
  return {
    has: (platformId, name) => moved.has(`${platformId} ${name}`),
    add: (platformId, name) => void moved.set(`${platformId} ${name}`, true),
  };
}
