/** The atoms of JSON: numbers, literals and the escapes of strings, read from bytes. */

/** Reads a number or a literal: returns its end, or the error at `end`; null when neither begins here. */
export function atom(
  bytes: Uint8Array,
  start: number,
): { readonly end: number; readonly message: string | null } | null {
  const first = bytes[start] ?? 0;
  if (first === 0x2d || isDigit(first)) return number(bytes, start);
  for (const literal of literals) {
    if (literal.every((byte, at) => bytes[start + at] === byte)) return { end: start + literal.length, message: null };
  }
  const isLetter = (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7a;
  return isLetter
    ? { end: start, message: 'expected a value; words are true, false and null, all else is quoted' }
    : null;
}

const literals = ['true', 'false', 'null'].map((word) => Buffer.from(word));

function number(bytes: Uint8Array, start: number) {
  const first = bytes[start] === 0x2d ? start + 1 : start;
  let at = bytes[first] === 0x30 ? first + 1 : endOfDigits(bytes, first);
  if (at === first) return { end: at, message: missingDigit };
  if (bytes[first] === 0x30 && isDigit(bytes[at] ?? 0)) return { end: at, message: 'a number does not begin with 0' };
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = endOfDigits(bytes, fraction);
    if (at === fraction) return { end: at, message: missingDigit };
  }
  if (((bytes[at] ?? 0) | 0x20) === 0x65) {
    const sign = bytes[at + 1];
    const exponent = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
    at = endOfDigits(bytes, exponent);
    if (at === exponent) return { end: at, message: missingDigit };
  }
  return { end: at, message: null };
}

const missingDigit = 'expected a digit';

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Returns the bytes of the escape at the backslash; 0 when there is none. */
export function escapeLength(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1] ?? 0;
  if (kind !== 0x75) return escapes.includes(kind) ? 2 : 0;
  const isHex = (byte: number) => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
  return [2, 3, 4, 5].every((offset) => isHex(bytes[at + offset] ?? 0)) ? 6 : 0;
}

const escapes = Buffer.from('"\\/bfnrt');
