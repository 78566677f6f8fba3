/**
 * The cursor of a timeline holds which of its entries were shown: entries are committed in another order than that of
 * their times, so no single place in the timeline says that (docs/rules.md#live-feed).
 */
import { createHash } from 'node:crypto';
import { notCursor } from '../live/feed-cursor.ts';

/** Bytes of an entry's hash. A timeline has some two hundred entries at most. */
const hashBytes = 6;
/** Characters of a cursor. */
const cursorMax = 4_096;

/** The entries of one message that a caller has seen. */
export interface SeenEntries {
  /** Adds an entry by its own cursor; false if it was there. */
  add(entry: string): boolean;
  /** The cursor of the stream. */
  cursor(): string;
}

/** Goes on after the cursor of a stream; throws `validation_failed` under `after` for the cursor of another message. */
export function seenEntries(message: string, after: string | null): SeenEntries {
  const own = hash(message);
  const bytes = after === null ? own : read(after);
  if (!bytes.subarray(0, hashBytes).equals(own)) throw notCursor();
  const seen = new Set<string>();
  for (let at = hashBytes; at < bytes.length; at += hashBytes) {
    seen.add(bytes.subarray(at, at + hashBytes).toString('hex'));
  }
  return {
    add(entry) {
      const { size } = seen;
      seen.add(hash(`${message} ${entry}`).toString('hex'));
      return seen.size > size;
    },
    cursor: () => Buffer.concat([own, ...[...seen].map((hex) => Buffer.from(hex, 'hex'))]).toString('base64url'),
  };
}

function read(after: string): Buffer {
  const bytes = after.length > cursorMax ? Buffer.alloc(0) : Buffer.from(after, 'base64url');
  if (bytes.length === 0 || bytes.length % hashBytes !== 0) throw notCursor();
  return bytes;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, hashBytes);
}
