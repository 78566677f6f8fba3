/**
 * Counts the contents of a JSON text on its bytes before anything is parsed (docs/rules.md#json-limits): a text that
 * would cost too much is rejected while it is one buffer. One pass; allocates nothing for a value, except for numbers
 * that may be too precise.
 *
 * The pass does not check the grammar. The counts are right up to the first syntax error, which is as far as a parser
 * builds anything; the parser reports the error.
 */

import { invalid } from '../../ground/errors/errors.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';

/** Levels of objects and lists; far more than a composition needs, far fewer than a stack can hold. */
const depthMax = 100;
/** Digits of one number, without leading zeros. A double needs 17; JSON encoders of other languages write some more. */
const digitsMax = 40;
/** Characters of one number: the smallest double, written without an exponent, has about 340. */
const numberLengthMax = 400;
/** Bytes of all keys; the longest valid names, in the largest body that has them, take 4 MB. */
const keyBytesMax = 5_000_000;
/** Integers of fewer digits are always exact. */
const exactDigits = 15;
/** Letters of the longest literal. */
const literalLength = 'false'.length;
/** Plain bytes of a string after which `indexOf` continues the search: fast, but slow to call. */
const plainRun = 256;

/** Bytes read in one piece, about 10 ms; then other requests run. */
const pieceBytes = 2 * 1_048_576;

/** Values that a JSON body may hold unless its operation takes more: objects, lists and scalars, without keys. */
export const defaultNodesMax = 100_000;

export interface JsonMeasure {
  /** Objects, lists and scalars; keys are not counted. */
  readonly nodes: number;
  /** Whether an escape spells U+0000 or a surrogate. Only then can a string hold text that PostgreSQL cannot store. */
  readonly escapesToCheck: boolean;
}

const quote = 0x22;
const backslash = 0x5c;

/** The state of the pass. */
interface Pass {
  at: number;
  nodes: number;
  depth: number;
  inString: boolean;
  /** Start and length of the last string, in bytes. */
  stringStart: number;
  stringBytes: number;
  keyBytes: number;
  escapesToCheck: boolean;
  /** The next quote at or after `at`, once searched: no byte is searched twice. */
  nextQuote: number;
  nextBackslash: number;
}

/** Measures a UTF-8 JSON text; rejects with `validation_failed` under `body` as soon as the text is over a limit. */
export async function measureJson(bytes: Buffer, nodesMax: number = defaultNodesMax): Promise<JsonMeasure> {
  const pass: Pass = {
    at: 0,
    nodes: 0,
    depth: 0,
    inString: false,
    stringStart: 0,
    stringBytes: 0,
    keyBytes: 0,
    escapesToCheck: false,
    nextQuote: -1,
    nextBackslash: -1,
  };
  while (pass.at < bytes.length) {
    if (pass.at > 0) await giveWay();
    const end = Math.min(bytes.length, pass.at + pieceBytes);
    while (pass.at < end) {
      if (pass.inString) passString(bytes, pass, end);
      else passValues(bytes, pass, end, nodesMax);
    }
  }
  return { nodes: pass.nodes, escapesToCheck: pass.escapesToCheck };
}

/** Continues outside of strings, up to the next string or to `end`. */
function passValues(bytes: Buffer, pass: Pass, end: number, nodesMax: number): void {
  let { at, nodes, depth } = pass;
  while (at < end && nodes <= nodesMax && depth <= depthMax && !pass.inString) {
    switch (classOf[bytes[at] ?? 0]) {
      case open:
        nodes += 1;
        depth += 1;
        at += 1;
        break;
      case close:
        depth -= 1;
        at += 1;
        break;
      case colon:
        // The string before the colon was a key.
        nodes -= 1;
        at += 1;
        pass.keyBytes += pass.stringBytes;
        if (pass.keyBytes > keyBytesMax) throw refusal('must not hold so many long keys');
        break;
      case string:
        nodes += 1;
        at += 1;
        pass.inString = true;
        pass.stringStart = at;
        break;
      case number:
        nodes += 1;
        at = endOfNumber(bytes, at);
        break;
      case letter:
        nodes += 1;
        at = endOfLiteral(bytes, at);
        break;
      default:
        do at += 1;
        while (at < end && classOf[bytes[at] ?? 0] === nothing);
    }
  }
  if (depth > depthMax) throw refusal(`must not be nested deeper than ${depthMax} levels`);
  if (nodes > nodesMax) throw refusal(`must not hold more than ${nodesMax.toLocaleString('en')} values`);
  pass.at = at;
  pass.nodes = nodes;
  pass.depth = depth;
}

/** Continues inside a string, to its end or a little beyond `end`. */
function passString(bytes: Buffer, pass: Pass, end: number): void {
  let { at } = pass;
  let plain = 0;
  while (at < end && bytes[at] !== quote) {
    if (bytes[at] === backslash) {
      if (bytes[at + 1] === 0x75 && !pass.escapesToCheck) pass.escapesToCheck = isEscapeToCheck(bytes, at);
      at += 2;
      plain = 0;
    } else if (plain < plainRun) {
      at += 1;
      plain += 1;
    } else {
      if (pass.nextQuote < at) pass.nextQuote = ahead(bytes, quote, at);
      if (pass.nextBackslash < at) pass.nextBackslash = ahead(bytes, backslash, at);
      at = Math.min(pass.nextQuote, pass.nextBackslash);
    }
  }
  if (at < end) {
    pass.inString = false;
    pass.stringBytes = at - pass.stringStart;
    at += 1;
  }
  pass.at = at;
}

function ahead(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found < 0 ? bytes.length : found;
}

/**
 * Returns the position after `true`, `false` or `null`; a longer word is no JSON, and counts once for each of its
 * pieces.
 */
function endOfLiteral(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < start + literalLength && classOf[bytes[at] ?? 0] === letter) at += 1;
  return at;
}

/** Whether the escape is `\u0000` or `\ud800` to `\udfff`. */
function isEscapeToCheck(bytes: Buffer, at: number): boolean {
  const first = (bytes[at + 2] ?? 0) | 0x20;
  if (first === 0x64) return true;
  return bytes[at + 2] === 0x30 && bytes[at + 3] === 0x30 && bytes[at + 4] === 0x30 && bytes[at + 5] === 0x30;
}

/**
 * Returns the position after the number at `start`; rejects a number that is too long, or that a double cannot hold.
 */
function endOfNumber(bytes: Buffer, start: number): number {
  let at = start;
  let digits = 0;
  let exponent = 0;
  let isInteger = true;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (classOf[byte] !== number && byte !== 0x2b && byte !== 0x2e && (byte | 0x20) !== 0x65) break;
    if (byte >= 0x30 && byte <= 0x39) {
      if (exponent > 0) exponent += 1;
      else if (digits > 0 || byte !== 0x30) digits += 1;
    } else if (byte !== 0x2d && byte !== 0x2b) {
      isInteger = false;
      if (byte !== 0x2e) exponent = 1;
    }
    if (digits > digitsMax || at - start > numberLengthMax) {
      throw refusal(`must not hold a number of more than ${digitsMax} digits`);
    }
  }
  const mayBeLost = isInteger ? digits > exactDigits : exponent > 2;
  if (mayBeLost && isLost(bytes.toString('latin1', start, at), isInteger)) {
    throw refusal('holds a number that cannot be kept exactly; send it as a string');
  }
  return at;
}

function isLost(text: string, isInteger: boolean): boolean {
  const value = Number(text);
  // The parser reports text that is no number.
  if (Number.isNaN(value)) return false;
  return isInteger ? BigInt(text) !== BigInt(value) : !Number.isFinite(value);
}

function refusal(fault: string) {
  return invalid({ body: [fault] });
}

const nothing = 0;
const open = 1;
const close = 2;
const colon = 3;
const string = 4;
const number = 5;
const letter = 6;

/** What a byte outside a string begins; `nothing`: white space, a comma, or a byte that is invalid there. */
const classOf = new Uint8Array(256);
for (const character of '{[') classOf[character.charCodeAt(0)] = open;
for (const character of '}]') classOf[character.charCodeAt(0)] = close;
classOf[':'.charCodeAt(0)] = colon;
classOf[quote] = string;
for (const character of '-0123456789') classOf[character.charCodeAt(0)] = number;
for (const character of 'abcdefghijklmnopqrstuvwxyz') classOf[character.charCodeAt(0)] = letter;
