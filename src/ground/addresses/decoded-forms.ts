/**
 * The texts that a stored text holds once it is decoded (docs/rules.md#decoded-forms). Work grows with the length of the
 * text alone: each decoding makes at most some eight times as many characters as it reads, and there are two.
 */
import { isUtf8 } from 'node:buffer';
import { domainToUnicode } from 'node:url';
import { namedCharacters } from './named-characters.ts';

/** Decodings, one after the other. */
const decodings = 2;
/** Characters of the shortest text that is found where the bytes beside it are noise: noise has shorter ones by chance. */
export const shortestInNoise = 6;

/** One reading of a text. */
export interface Form {
  readonly text: string;
  /** Bytes around the sought text may be noise: the digits of base64 may begin anywhere in a run of letters. */
  readonly noisy: boolean;
}

/**
 * The text itself, and what it holds after one and after two decodings in any order. `shortest`: characters of the
 * shortest text that is sought; digits that cannot hold it are not decoded.
 */
export function* decodedForms(text: string, shortest: number): Generator<Form> {
  let forms: readonly Form[] = [{ text, noisy: false }];
  yield* forms;
  for (let round = 1; round <= decodings; round += 1) {
    const decoded: Form[] = [];
    for (const form of forms) {
      for (const next of decodeOnce(form, shortest)) {
        yield next;
        if (round < decodings) decoded.push(next);
      }
    }
    forms = decoded;
  }
}

function* decodeOnce({ text, noisy }: Form, shortest: number): Generator<Form> {
  for (const decoded of unescaped(text)) yield { text: decoded, noisy };
  for (const form of digitsDecoded(text, noisy ? Math.max(shortest, shortestInNoise) : shortest)) {
    yield { text: form.text, noisy: noisy || form.noisy };
  }
}

/** The text after each of the encodings that leave most characters as they are. */
function* unescaped(text: string): Generator<string> {
  if (text.includes('%')) yield* bytesUnescaped(text, percentBytes);
  if (text.includes('=')) yield* bytesUnescaped(text, quotedBytes);
  if (text.includes('&')) yield* changed(text, text.replace(entity, readEntity));
  if (text.includes('\\') || text.includes('%u')) yield* changed(text, text.replace(scriptEscape, readScriptEscape));
  if (/xn--/i.test(text)) yield* changed(text, text.replace(domainName, readPunycode));
}

function* changed(before: string, after: string): Generator<string> {
  if (after !== before) yield after;
}

const percentBytes = /(?:%[0-9a-f]{2})+/gi;
const quotedBytes = /(?:=[0-9a-f]{2})+/gi;

/**
 * All bytes, and then the marks of ASCII alone: in `mail=ada%40example.com` the sign before `ad` belongs to no escape.
 */
function* bytesUnescaped(text: string, escapes: RegExp): Generator<string> {
  const whole = text.replace(escapes, (run) => {
    const bytes = bytesOf(run);
    return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  });
  if (whole === text) return;
  yield whole;
  const marks = text.replace(escapes, (run) => run.replace(/.[0-9a-f]{2}/gi, readMark));
  if (marks !== whole) yield* changed(text, marks);
}

const bytesOf = (run: string) => Buffer.from(run.replace(/[%=]/g, ''), 'hex');

function readMark(escaped: string): string {
  const mark = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[!-/:-@[-`{-~]/.test(mark) ? mark : escaped;
}

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/gi;

function readEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return namedCharacters.get(name) ?? whole;
  return character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? whole;
}

const scriptEscape = /\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|%u([0-9a-f]{4})|\\([^0-9a-z\s])/gi;

function readScriptEscape(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [four, braced, two, percent, mark] = groups;
  if (mark !== undefined) return mark;
  return character(Number.parseInt(four ?? braced ?? two ?? percent ?? '', 16)) ?? whole;
}

/** Null for a number that is no character. Halves of a pair are given as they are: the other half follows. */
function character(code: number): string | null {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

const domainName = /[a-z0-9.-]+/gi;

function readPunycode(name: string): string {
  return /xn--/i.test(name) ? domainToUnicode(name) || name : name;
}

const base64Run = /[a-z0-9+/_-]{4,}/gi;
const hexRun = /[0-9a-f]{6,}/gi;

/** What runs of the digits of base64, of base64url, and of hexadecimal digits hold. */
function* digitsDecoded(text: string, shortest: number): Generator<Form> {
  const base64Digits = Math.ceil((shortest * 4) / 3);
  for (const [run] of text.matchAll(base64Run)) {
    if (run.length < base64Digits) continue;
    // A key has a name before the digits, and marks that are digits too may stand between the two.
    for (let start = 0; start < 4; start += 1) yield* bytesRead(run.slice(start), 'base64', start === 0);
    for (const part of run.split(/[+/_-]/)) {
      if (part !== run && part.length >= base64Digits) yield* bytesRead(part, 'base64', true);
    }
  }
  for (const [run] of text.matchAll(hexRun)) {
    if (run.length < shortest * 2) continue;
    for (const start of [0, 1]) {
      const end = run.length - ((run.length - start) % 2);
      yield* bytesRead(run.slice(start, end), 'hex', start === 0);
    }
  }
}

/** `whole`: the digits begin where a run of them begins. */
function* bytesRead(digits: string, encoding: 'base64' | 'hex', whole: boolean): Generator<Form> {
  const bytes = Buffer.from(digits, encoding);
  const text = bytes.toString('utf8');
  if (isUtf8(bytes) && !control.test(text)) {
    yield { text, noisy: false };
    return;
  }
  if (legible.test(text)) yield { text, noisy: true };
  if (!whole || bytes.length < shortestInNoise) return;
  const latin = bytes.toString('latin1');
  if (!control.test(latin)) yield { text: latin, noisy: true };
}

/** A character that no text has; digits of base64 often end with a line. */
const control = /[^\P{Cc}\t\n\r]/u;
/** Noise alone seldom has as many legible characters together. */
const legible = /[^\p{Cc}\ufffd]{6}/u;
