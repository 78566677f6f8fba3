/** A piece of canonical JSON. A long string is passed on as it is, and not copied. */
type CanonicalPiece = string | { readonly long: string };

/** Characters from which a string is a piece of its own. */
const longString = 100_000;

/**
 * Writes `value` as JSON with sorted keys, in pieces: equal JSON gives equal text, whatever the order of keys
 * (docs/rules.md#idempotency). Numeric keys come first, as in every JavaScript object.
 */
export function canonicalJson(value: unknown): readonly CanonicalPiece[] {
  const pieces: CanonicalPiece[] = [];
  const rest = write(value, '', pieces);
  return [...pieces, rest];
}

/** Appends `value` to `text`; returns the text that is not yet in `pieces`. */
function write(value: unknown, text: string, pieces: CanonicalPiece[]): string {
  if (typeof value === 'string' && value.length > longString) {
    pieces.push(text, { long: value });
    return '';
  }
  if (typeof value !== 'object' || value === null) return text + (JSON.stringify(value) ?? 'null');
  let written = text;
  if (Array.isArray(value)) {
    written += '[';
    for (const [position, item] of value.entries()) {
      if (position > 0) written += ',';
      written = write(item, written, pieces);
    }
    return `${written}]`;
  }
  written += '{';
  let first = true;
  for (const [key, item] of sortedEntries(value)) {
    if (item === undefined) continue;
    written += `${first ? '' : ','}${JSON.stringify(key)}:`;
    first = false;
    written = write(item, written, pieces);
  }
  return `${written}}`;
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}
