/** A piece of canonical JSON. A long string is passed on as it is, and not copied. */
type CanonicalPiece = string | { readonly long: string };

/** Characters from which a string is a piece of its own. */
const longString = 100_000;
/** Characters from which written text is passed on: about 2 ms of work where all values are small. */
const pieceLength = 20_000;

/** An array or object that is not yet written to its end. */
interface Open {
  /** Null for an array. */
  readonly keys: readonly string[] | null;
  readonly values: readonly unknown[];
  next: number;
}

/**
 * Writes `value` as JSON with sorted keys, in pieces: equal JSON gives equal text, whatever the order of keys
 * (docs/rules.md#idempotency). Numeric keys come first, as in every JavaScript object. The work of a piece is small,
 * whatever the value, so the caller can let others work in between.
 */
export function* canonicalJson(value: unknown): Generator<CanonicalPiece, void, undefined> {
  let text = '';
  const open: Open[] = [];
  let item = value;
  for (;;) {
    if (typeof item === 'string' && item.length > longString) {
      yield text;
      yield { long: item };
      text = '';
    } else if (typeof item !== 'object' || item === null) {
      text += JSON.stringify(item) ?? 'null';
    } else {
      const opened = openValue(item);
      text += opened.keys === null ? '[' : '{';
      open.push(opened);
    }
    let last = open.at(-1);
    while (last !== undefined && last.next === last.values.length) {
      text += last.keys === null ? ']' : '}';
      open.pop();
      last = open.at(-1);
    }
    if (text.length > pieceLength || last === undefined) {
      yield text;
      text = '';
    }
    if (last === undefined) return;
    const { keys, values, next } = last;
    if (next > 0) text += ',';
    if (keys !== null) text += `${JSON.stringify(keys[next])}:`;
    item = values[next];
    last.next += 1;
  }
}

/** A member of an object without a value is not written. */
function openValue(value: object): Open {
  if (Array.isArray(value)) return { keys: null, values: value, next: 0 };
  const members = value as Readonly<Record<string, unknown>>;
  const keys = sortedKeys(members).filter((key) => members[key] !== undefined);
  return { keys, values: keys.map((key) => members[key]), next: 0 };
}

function sortedKeys(value: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = Object.keys(value);
  // Most bodies have few keys, or come with sorted ones.
  if (keys.every((key, n) => n === 0 || (keys[n - 1] ?? '') < key)) return keys;
  return Object.keys(Object.fromEntries(keys.sort().map((key) => [key, null])));
}
