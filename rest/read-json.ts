/**
 * A body's JSON, read so that nothing of it is changed in silence: what cannot be kept as it was sent is refused.
 * Of equal keys in one object the last counts, as everywhere in JavaScript and PostgreSQL.
 */
import { type FieldErrors, invalid } from '../src/errors.ts';
import { findJsonFault } from '../src/http/find-json-fault.ts';
import { measureJson } from '../src/http/measure-json.ts';

/** Faults that are named in one answer. */
const faultLimit = 100;
/** Characters of a key that are named in a path. */
const shownKeyLength = 100;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object; rejects with `validation_failed` under `body`, or under the path of a string that cannot be kept.
 * `nodesMax`: how many values the object may hold, where its operation takes more or fewer than others.
 */
export async function readJson(
  bytes: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  nodesMax?: number,
): Promise<object> {
  const contentType = headers['content-type'];
  if (!isJson(contentType))
    throw invalid({ body: [`must be sent with Content-Type: application/json${sentAs(contentType)}`] });
  if (headers['content-encoding'] !== undefined) throw invalid({ body: ['must not be compressed'] });
  const { escapesToCheck } = await measureJson(bytes, nodesMax);
  const value = await parse(bytes, decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ body: ['must be a JSON object'] });
  }
  if (escapesToCheck) checkStrings(value);
  return value;
}

function isJson(contentType: string | string[] | undefined): boolean {
  return (
    typeof contentType === 'string' && /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?;?$/i.test(contentType.trim())
  );
}

/** What was sent instead, where it can be repeated: curl calls what follows `-d` a form. */
function sentAs(contentType: string | string[] | undefined): string {
  if (contentType === undefined) return '; no Content-Type was sent';
  const [type] = /^[\w.+-]{1,64}\/[\w.+-]{1,64}/.exec(String(contentType)) ?? [];
  return type === undefined || type === 'application/json' ? '' : `, not ${type}`;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid({ body: ['must be UTF-8'] });
  }
}

// The parser's own message quotes the text around the fault, which may hold addresses.
async function parse(bytes: Uint8Array, text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const fault = await findJsonFault(bytes);
    const place = fault ? ` at line ${fault.line}, column ${fault.column}: ${fault.message}` : '';
    throw invalid({ body: [`is not well-formed JSON${place}`] });
  }
}

interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly parent: Place | null;
}

/** PostgreSQL keeps no U+0000, and half a surrogate pair is no text: both are refused under their path. */
function checkStrings(body: object): void {
  const faults = new Map<string, readonly string[]>();
  const open: Place[] = [{ value: body, key: '', parent: null }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (typeof value === 'string' && !isKeepable(value)) fault(faults, place);
    if (typeof value !== 'object' || value === null) continue;
    let keysKeepable = true;
    for (const [key, inner] of Object.entries(value)) {
      keysKeepable &&= isKeepable(key);
      // Only what can hold a fault is looked at again.
      if (typeof inner === 'string' || typeof inner === 'object') {
        open.push({ value: inner, key, parent: place });
      }
    }
    if (!keysKeepable) fault(faults, place);
    if (faults.size >= faultLimit) break;
  }
  if (faults.size > 0) throw invalid(Object.fromEntries(faults));
}

function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function fault(faults: Map<string, FieldErrors[string]>, place: Place): void {
  const path: string[] = [];
  for (let at: Place | null = place; at?.parent; at = at.parent)
    path.unshift(at.key.slice(0, shownKeyLength).replaceAll('\u0000', '').toWellFormed());
  faults.set(path.join('.') || 'body', ['must not hold U+0000 or half of a surrogate pair']);
}
