/**
 * Arrays of long texts in PostgreSQL's binary form. The driver would write them as one text, in which each quote and each
 * backslash has a backslash before it: four further copies of a batch of 7 MB, all of them on the heap of V8.
 */

/** The types that are written so, and what PostgreSQL's catalog calls them. */
const oids = { text: 25, jsonb: 3802 } as const;
type BinaryType = keyof typeof oids;

/** UTF-16 units of an array from which its binary form is worth making. */
const longLength = 65_536;
/** The version of the binary form of `jsonb`. */
const jsonbVersion = 1;
/** Bytes of the head: dimensions, whether one is null, type, length, and the number of the first. */
const headBytes = 20;

type Items = readonly (string | null)[];

/** The array as the driver takes it: a Buffer for long texts, which it sends as binary. */
export function arrayParameter(type: string, items: readonly unknown[]): unknown {
  return isBinaryType(type) && isLong(items as Items)
    ? toBinary(type, items.map((item) => item ?? null) as Items)
    : items;
}

function isBinaryType(type: string): type is BinaryType {
  return Object.hasOwn(oids, type);
}

function isLong(items: Items): boolean {
  let length = 0;
  for (const item of items) {
    if (typeof item === 'string') length += item.length;
    if (length >= longLength) return true;
  }
  return false;
}

/** Shape: `array_recv` of PostgreSQL's `arrayfuncs.c`, one dimension, counted from 1. */
function toBinary(type: BinaryType, items: Items): Buffer {
  const before = type === 'jsonb' ? 1 : 0;
  const lengths = items.map((item) => (item === null ? -1 : Buffer.byteLength(item) + before));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), headBytes));
  let at = bytes.writeInt32BE(1, 0);
  at = bytes.writeInt32BE(items.includes(null) ? 1 : 0, at);
  at = bytes.writeInt32BE(oids[type], at);
  at = bytes.writeInt32BE(items.length, at);
  at = bytes.writeInt32BE(1, at);
  for (const [n, item] of items.entries()) {
    at = bytes.writeInt32BE(lengths[n] ?? -1, at);
    if (item === null) continue;
    if (before > 0) at = bytes.writeUInt8(jsonbVersion, at);
    at += bytes.write(item, at);
  }
  return bytes;
}
