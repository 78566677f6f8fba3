/**
 * What is known of the reads of platforms (docs/rules.md#bytes-of-reads): those that held more than they may in the
 * process are executed in the thread directly for a while, and so are unknown ones of a platform whose reads are heavy.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ground/time/clock.ts';
import { mebibyte } from '../bodies/body-limits.ts';

/** How long a read is remembered, in milliseconds, and the characters of all their names. */
const knownTime = 60_000;
const knownBytes = 4 * mebibyte;

/** `name`: the text of a query, or the path of a request. */
export interface MovedReads {
  /** Whether the read belongs in the thread. `isHeavy`: whether its platform's reads are heavy (read-room.ts). */
  has(platformId: string | null, name: string, isHeavy: boolean): boolean;
  /** Notes where a read was executed: one that was answered by the process may be again. */
  note(platformId: string | null, name: string, place: 'process' | 'thread'): void;
}

export function createMovedReads(clock: Pick<Clock, 'monotonic'>): MovedReads {
  const known = new LRUCache<string, 'process' | 'thread'>({
    maxSize: knownBytes,
    sizeCalculation: (_place, key) => key.length,
    ttl: knownTime,
    ttlResolution: 0,
    perf: { now: clock.monotonic },
  });
  return {
    has(platformId, name, isHeavy) {
      const place = known.get(`${platformId} ${name}`);
      return place === 'thread' || (isHeavy && place === undefined);
    },
    note: (platformId, name, place) => void known.set(`${platformId} ${name}`, place),
  };
}
