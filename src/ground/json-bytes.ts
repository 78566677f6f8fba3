/**
 * Counts the UTF-8 bytes of `value` as JSON; stops above `limit` and returns some number above the limit. `value` is a
 * tree, like parsed JSON and the result of an operation.
 */
export function jsonBytes(value: unknown, limit: number): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && bytes <= limit) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || next instanceof Date) {
      bytes += leafBytes(next, limit);
    } else if (Array.isArray(next)) {
      bytes += Math.max(2, next.length + 1);
      if (bytes <= limit) for (const item of next) open.push(item);
    } else {
      const keys = Object.keys(next);
      // Braces and commas.
      bytes += Math.max(2, keys.length + 1);
      for (const key of keys) {
        bytes += leafBytes(key, limit) + ':'.length;
        if (bytes > limit) break;
        open.push((next as Readonly<Record<string, unknown>>)[key]);
      }
    }
  }
  return bytes;
}

/** Text whose JSON has one byte for each character, and two quotes. */
const plain = /^[ !#-[\]-~]*$/;

function leafBytes(leaf: unknown, limit: number): number {
  if (typeof leaf === 'string') {
    // Every character takes at least one byte.
    if (leaf.length > limit) return leaf.length;
    if (plain.test(leaf)) return leaf.length + 2;
  }
  return Buffer.byteLength(JSON.stringify(leaf) ?? 'null');
}

/** PostgreSQL stores 1e308 in ten bytes and returns 309 digits. JSON has an exponent from these sizes on. */
export function storedDigits(value: number): number {
  const size = Math.abs(value);
  return size < 1e21 && (size >= 1e-6 || size === 0) ? 1 : Math.abs(Math.log10(size));
}
