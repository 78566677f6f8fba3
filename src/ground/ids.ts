/** Ids of the service: ULIDs, 26 upper-case characters that sort by the time of their minting (docs/rules.md#ids). */
import { randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

/** Milliseconds for which the last id is remembered. */
const timesKept = 1_000;
/** Random bytes fetched at once; the first id of a millisecond takes sixteen. */
const bytesAtOnce = 4_096;

// State of the process: two ids of one process are never equal, whichever `App` asks.
const bytes = new Uint8Array(bytesAtOnce);
let bytesUsed = bytesAtOnce;

/** A number from 0 up to 1 from eight random bits: the library takes five bits for each character. */
function random(): number {
  if (bytesUsed === bytesAtOnce) {
    randomFillSync(bytes);
    bytesUsed = 0;
  }
  const byte = bytes[bytesUsed] ?? 0;
  bytesUsed += 1;
  return byte / 256;
}

/** Characters of an id that give its time. */
const timeCharacters = 10;

/** One factory for each millisecond: a single factory would give ids of its latest time to rows of an earlier time. */
const factories = new LRUCache<number, ReturnType<typeof monotonicFactory>>({ max: timesKept });

/**
 * Mints an id at `now`, the same instant that the row stores as `created_at`: rows ordered by id are then ordered by
 * the time that they show. Ids of one millisecond follow each other in the order of the calls.
 */
export function newId(now: Date): string {
  const time = now.getTime();
  const next = factories.get(time) ?? monotonicFactory(random);
  factories.set(time, next);
  return next(time);
}

/** Returns the id before all ids that are minted at `time` or later. */
export function idAt(time: Date): string {
  return encodeTime(Math.max(0, time.getTime()), timeCharacters).padEnd(26, '0');
}

/** The id of no row: a ULID of the first millisecond, for a lookup that must find nothing. */
export const nobody = '0'.repeat(26);

const idPattern = /^[0-9A-Z]{26}$/;

/** Whether `text` has the form of an id; other text is never looked up (docs/rules.md#ids). */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** The year 9999, beyond which a timestamp has no four digits. */
const lastInstant = 253_402_300_799_999;

/** Returns the instant at which an id was minted, the `created_at` of its row; null for text that no row has as its id. */
export function mintedAt(id: string): Date | null {
  // Other letters of the alphabet are no digits of a ULID.
  if (!isId(id) || /[ILOU]/.test(id) || id > '7ZZZZZZZZZ'.padEnd(26, 'Z')) return null;
  const time = decodeTime(id);
  return time > lastInstant ? null : new Date(time);
}
