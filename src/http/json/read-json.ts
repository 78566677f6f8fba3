/**
 * Reads the JSON of a body so that nothing changes silently: a value that cannot be kept as sent is rejected. Of equal
 * keys in one object the last counts, as in JavaScript and PostgreSQL (docs/rules.md#malformed-json).
 */

import type { IncomingHttpHeaders } from 'node:http';
import { collectGarbageOf } from '../../ground/collect-garbage.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';
import { isStorable } from '../../ground/input/composed-text.ts';
import { isPlain, jsonTypeFault } from '../bodies/json-type.ts';
import { findJsonFault } from './find-json-fault.ts';
import { measureJson } from './measure-json.ts';

/** Bytes of a body from which other requests run between the steps of reading. */
const largeBytes = 65_536;
/** Faults in one response. */
const faultLimit = 100;
/** Characters of a key that a path shows. */
const shownKeyLength = 100;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object, or `null`, with which clients say that they send none; rejects with `validation_failed` under
 * `body`, or under the path of a string that cannot be stored. Takes the buffer over: a large one is freed once it is
 * decoded. `nodesMax`: values that the object may hold.
 */
export async function readJson(bytes: Buffer, headers: IncomingHttpHeaders, nodesMax?: number): Promise<object | null> {
  const typeFault = jsonTypeFault(headers['content-type']);
  if (typeFault !== null) throw invalid({ body: [typeFault] });
  if (!isPlain(headers)) throw invalid({ body: ['must not be compressed'] });
  const { text, escapesToCheck } = await measureAndDecode(bytes, nodesMax);
  const value = await parse(text);
  // The text is garbage now, while the work on its values may last.
  collectGarbageOf(text.length);
  if (text.length > largeBytes) await giveWay();
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid({ body: ['must be a JSON object'] });
  if (escapesToCheck) checkStrings(value);
  return value;
}

async function measureAndDecode(bytes: Buffer, nodesMax: number | undefined) {
  const isLarge = bytes.length > largeBytes;
  try {
    const { escapesToCheck } = await measureJson(bytes, nodesMax);
    if (isLarge) await giveWay();
    return { text: decode(bytes), escapesToCheck };
  } finally {
    // The bytes are not needed after decoding or rejection.
    if (isLarge) {
      free(bytes);
      await giveWay();
    }
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid({ body: ['must be UTF-8'] });
  }
}

/** Frees the memory at once; the garbage collector would free it only some bodies later. */
function free({ buffer, byteLength }: Buffer): void {
  // Smaller buffers share their memory.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

// The parser's own message quotes the text around the error, which may hold addresses.
async function parse(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const fault = await findJsonFault(Buffer.from(text));
    const place = fault ? ` at line ${fault.line}, column ${fault.column}: ${fault.message}` : '';
    throw invalid({ body: [`is not well-formed JSON${place}`] });
  }
}

/** A list or an object of a body, and its place. */
interface JsonPlace {
  readonly value: object;
  readonly key: string;
  readonly parent: JsonPlace | null;
}

/** PostgreSQL stores no U+0000, and half a surrogate pair is no text: both are rejected under their path. */
function checkStrings(body: object): void {
  const faults = new Map<string, readonly string[]>();
  const fault = (path: string) => faults.set(path, ['must not hold U+0000 or half of a surrogate pair']);
  const open: JsonPlace[] = [{ value: body, key: '', parent: null }];
  for (let place = open.pop(); place !== undefined && faults.size < faultLimit; place = open.pop()) {
    const { value } = place;
    const isList = Array.isArray(value);
    let keysStorable = true;
    for (const key in value) {
      const inner: unknown = value[key as keyof typeof value];
      if (keysStorable && !isList && !isStorable(key)) {
        keysStorable = false;
        fault(pathOf(place));
      }
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, key, parent: place });
      else if (typeof inner === 'string' && !isStorable(inner)) fault(pathOf({ value, key, parent: place }));
      if (faults.size >= faultLimit) break;
    }
  }
  if (faults.size > 0) throw invalid(Object.fromEntries(faults));
}

function pathOf(place: JsonPlace): string {
  const path: string[] = [];
  for (let at: JsonPlace | null = place; at?.parent; at = at.parent)
    path.unshift(at.key.slice(0, shownKeyLength).replaceAll('\u0000', '').toWellFormed());
  return path.join('.') || 'body';
}
