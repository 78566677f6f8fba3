/**
 * The UTF-8 bytes of `value` as JSON, or a number above `limit` as soon as it is known to have more: the rest is not
 * looked at. `value` is a tree, as parsed JSON and the result of an operation are.
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
      const entries = Object.entries(next);
      // Braces and commas.
      bytes += Math.max(2, entries.length + 1);
      for (const [key, inner] of entries) {
        bytes += leafBytes(key, limit) + ':'.length;
        if (bytes > limit) break;
        open.push(inner);
      }
    }
  }
  return bytes;
}

function leafBytes(leaf: unknown, limit: number): number {
  // No character takes less than a byte.
  if (typeof leaf === 'string' && leaf.length > limit) return leaf.length;
  return Buffer.byteLength(JSON.stringify(leaf) ?? 'null');
}
