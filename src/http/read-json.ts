/**
 * A body's JSON, read so that nothing of it is changed in silence: what cannot be kept as it was sent is refused.
 * Of equal keys in one object the last counts, as everywhere in JavaScript and PostgreSQL.
 */

import { invalid } from '../errors.ts';
import { otherWork } from '../turns/other-work.ts';
import { findJsonFault } from './find-json-fault.ts';
import { measureJson } from './measure-json.ts';

/** Bytes of a body from which other requests have their turn between the steps of reading it. */
const largeBytes = 65_536;
/** Faults that are named in one answer. */
const faultLimit = 100;
/** Characters of a key that are named in a path. */
const shownKeyLength = 100;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object; rejects with `validation_failed` under `body`, or under the path of a string that cannot be kept.
 * The bytes are taken over: large ones are freed once they are decoded. `nodesMax`: how many values the object may hold,
 * where its operation takes more or fewer than others.
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
  const { text, escapesToCheck } = await measureAndDecode(bytes, nodesMax);
  const value = await parse(text);
  if (text.length > largeBytes) await otherWork();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ body: ['must be a JSON object'] });
  }
  if (escapesToCheck) checkStrings(value);
  return value;
}

async function measureAndDecode(bytes: Buffer, nodesMax: number | undefined) {
  const isLarge = bytes.length > largeBytes;
  try {
    const { escapesToCheck } = await measureJson(bytes, nodesMax);
    if (isLarge) await otherWork();
    return { text: decode(bytes), escapesToCheck };
  } finally {
    // Refused or decoded, the bytes are not needed any more.
    if (isLarge) {
      free(bytes);
      await otherWork();
    }
  }
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

/** Gives memory back at once, which the garbage collector would do after some more bodies. */
function free({ buffer, byteLength }: Buffer): void {
  // Smaller buffers share their memory.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

// The parser's own message quotes the text around the fault, which may hold addresses.
async function parse(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const fault = await findJsonFault(Buffer.from(text));
    const place = fault ? ` at line ${fault.line}, column ${fault.column}: ${fault.message}` : '';
    throw invalid({ body: [`is not well-formed JSON${place}`] });
  }
}

/** A list or an object of a body, and where it is. */
interface Place {
  readonly value: object;
  readonly key: string;
  readonly parent: Place | null;
}

/** PostgreSQL keeps no U+0000, and half a surrogate pair is no text: both are refused under their path. */
function checkStrings(body: object): void {
  const faults = new Map<string, readonly string[]>();
  const fault = (path: string) => faults.set(path, ['must not hold U+0000 or half of a surrogate pair']);
  const open: Place[] = [{ value: body, key: '', parent: null }];
  for (let place = open.pop(); place !== undefined && faults.size < faultLimit; place = open.pop()) {
    const { value } = place;
    const isList = Array.isArray(value);
    let keysKeepable = true;
    for (const key in value) {
      const inner: unknown = value[key as keyof typeof value];
      if (keysKeepable && !isList && !isKeepable(key)) {
        keysKeepable = false;
        fault(pathOf(place));
      }
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, key, parent: place });
      else if (typeof inner === 'string' && !isKeepable(inner)) fault(pathOf({ value, key, parent: place }));
      if (faults.size >= faultLimit) break;
    }
  }
  if (faults.size > 0) throw invalid(Object.fromEntries(faults));
}

function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function pathOf(place: Place): string {
  const path: string[] = [];
  for (let at: Place | null = place; at?.parent; at = at.parent)
    path.unshift(at.key.slice(0, shownKeyLength).replaceAll('\u0000', '').toWellFormed());
  return path.join('.') || 'body';
}
