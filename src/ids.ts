/** Ids of the service: ULIDs, 26 upper-case characters that order by the time they were minted (decisions, section 2). */
import { randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { monotonicFactory } from 'ulid';

/** Milliseconds whose last id is remembered. */
const timesKept = 1_000;
/** Bytes of randomness fetched at once; an id of a new millisecond takes sixteen. */
const bytesAtOnce = 4_096;

const bytes = new Uint8Array(bytesAtOnce);
let bytesUsed = bytesAtOnce;

/** From 0 up to 1, of eight random bits: the library takes five for each character. */
function random(): number {
  if (bytesUsed === bytesAtOnce) {
    randomFillSync(bytes);
    bytesUsed = 0;
  }
  const byte = bytes[bytesUsed] ?? 0;
  bytesUsed += 1;
  return byte / 256;
}

/** A factory for each millisecond: one for all would give ids of its latest time to rows of an earlier one. */
const factories = new LRUCache<number, ReturnType<typeof monotonicFactory>>({ max: timesKept });

/**
 * A new id minted at `now`, the very instant that the row keeps as its `created_at`: so rows ordered by id are ordered
 * by the time that they show, then by id. Ids of one millisecond follow each other in the order of the calls.
 */
export function newId(now: Date): string {
  const time = now.getTime();
  const next = factories.get(time) ?? monotonicFactory(random);
  factories.set(time, next);
  return next(time);
}

/** The id of no row: a ULID of the very first millisecond, to look for in vain. */
export const nobody = '0'.repeat(26);

const idPattern = /^[0-9A-Z]{26}$/;

/** Whether `text` can be an id of the service; what cannot be one is not looked up (decisions, section 2). */
export function isId(text: string): boolean {
  return idPattern.test(text);
}
