/**
 * A body's JSON, read so that nothing of it is changed in silence: what cannot be kept as it was sent is refused.
 * Of equal keys in one object the last counts, as everywhere in JavaScript and PostgreSQL.
 */
import { type FieldErrors, invalid } from '../src/errors.ts';

/** Levels of objects and lists; far beyond any composition, far below what a stack takes. */
const depthLimit = 100;
/** Faults that are named in one answer. */
const faultLimit = 100;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON object; throws `validation_failed` under `body`, or under the path of a string that cannot be kept. */
export function readJson(bytes: Uint8Array, headers: Readonly<Record<string, string | string[] | undefined>>): object {
  if (!isJson(headers['content-type'])) throw invalid({ body: ['must be sent with Content-Type: application/json'] });
  if (headers['content-encoding'] !== undefined) throw invalid({ body: ['must not be compressed'] });
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ body: ['must be a JSON object'] });
  }
  checkStrings(value);
  return mayLoseDigits.test(text) ? parse(text, refuseLostDigits) : value;
}

function isJson(contentType: string | string[] | undefined): boolean {
  return (
    typeof contentType === 'string' && /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?;?$/i.test(contentType.trim())
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid({ body: ['must be UTF-8'] });
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

// The parser's own message quotes the text around the fault, which may hold addresses.
function parse(text: string, reviver?: Reviver) {
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch (error) {
    if (error instanceof LostDigits) throw invalid({ body: [error.message] });
    throw invalid({ body: ['is not well-formed JSON'] });
  }
}

/** Whether a text could hold a number that a double cannot: sixteen digits in a row, or an exponent of three. */
const mayLoseDigits = /\d{16}|\d[eE]\+?\d{3}/;

class LostDigits extends Error {}

function refuseLostDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  const lost = /^-?\d+$/.test(source) ? BigInt(source) !== BigInt(value) : !Number.isFinite(value);
  if (lost) throw new LostDigits('holds a number that cannot be kept exactly; send it as a string');
  return value;
}

interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
  readonly parent: Place | null;
}

/** PostgreSQL keeps no U+0000, and half a surrogate pair is no text: both are refused under their path. */
function checkStrings(body: object): void {
  const faults: Record<string, readonly string[]> = {};
  const open: Place[] = [{ value: body, key: '', depth: 1, parent: null }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string' && !isKeepable(value)) fault(faults, place);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > depthLimit) throw invalid({ body: [`must not be nested deeper than ${depthLimit} levels`] });
    for (const [key, inner] of Object.entries(value)) {
      if (!isKeepable(key)) fault(faults, place);
      // Only what can hold a fault is looked at again.
      if (typeof inner === 'string' || typeof inner === 'object') {
        open.push({ value: inner, key, depth: depth + 1, parent: place });
      }
    }
    if (Object.keys(faults).length >= faultLimit) break;
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function fault(faults: Record<string, FieldErrors[string]>, place: Place): void {
  const path: string[] = [];
  for (let at: Place | null = place; at?.parent; at = at.parent)
    path.unshift(at.key.replaceAll('\u0000', '').toWellFormed());
  faults[path.join('.') || 'body'] = ['must not hold U+0000 or half of a surrogate pair'];
}
