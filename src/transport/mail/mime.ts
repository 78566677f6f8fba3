/** Bodies (RFC 2045): quoted-printable for text, base64 for files. */
import type { Steps } from '../../ground/steps.ts';

/** Characters of an encoded line, without its CRLF (RFC 2045, 6.7 and 6.8). */
const lineLength = 76;

/** Bytes of one encoded text part; with its files a mail stays below the limit of most servers. */
const textPartMax = 25_000_000;
/** Bytes encoded in one step. */
const stepBytes = 262_144;
/** Bytes of a file in one line of base64, and lines encoded in one step. */
const lineBytes = (lineLength / 4) * 3;
const stepLines = 4_096;
/** Lines that are a string for a moment: few enough for the part of the heap that is collected soon. */
const shortLines = 512;
const lineBreak = Buffer.from('\r\n');

/** Thrown for a text that no mail server accepts. */
export class MailTooLarge extends Error {
  override readonly name = 'MailTooLarge';
}

const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const EQUALS = 61;
const hex = Buffer.from('0123456789ABCDEF');
/** 1 for each byte that stands for itself wherever it stands. */
const isLiteral = Uint8Array.from({ length: 256 }, (_none, byte) =>
  byte > SPACE && byte < 127 && byte !== EQUALS ? 1 : 0,
);

/**
 * Encodes UTF-8 text as quoted-printable; line ends of any kind become CRLF. Written by hand over bytes: the usual
 * encoders build strings character by character and take ten times as long on HTML of one long line.
 */
export function* quotedPrintable(text: string): Steps<readonly Buffer[]> {
  const input = Buffer.from(text, 'utf8');
  const pieces: Buffer[] = [];
  let total = 0;
  let column = 0;
  for (let from = 0; from < input.length; ) {
    if (from > 0) yield;
    const piece = encode(input, from, column);
    pieces.push(piece.encoded);
    total += piece.encoded.length;
    if (total > textPartMax) throw new MailTooLarge(`A text part has more than ${textPartMax} bytes.`);
    ({ column, end: from } = piece);
  }
  return pieces;
}

/** Encodes about `stepBytes` of `input`, starting at a byte and a column of the line. */
function encode(input: Buffer, from: number, columnBefore: number) {
  const end = Math.min(input.length, from + stepBytes);
  const output = Buffer.allocUnsafe((end - from) * 4 + 16);
  let at = 0;
  let column = columnBefore;
  let index = from;
  // No inner function writes `at`: a variable that a function captures costs a memory access for each byte.
  for (; index < end; index += 1) {
    const byte = input[index] ?? 0;
    if (byte === CR || byte === LF) {
      if (byte === CR && input[index + 1] === LF) index += 1;
      output[at] = CR;
      output[at + 1] = LF;
      at += 2;
      column = 0;
      continue;
    }
    const literal = isLiteral[byte] === 1 || (isBlank(byte) && !endsLine(input[index + 1]));
    const width = literal ? 1 : 3;
    if (column + width > lineLength - 1) {
      output[at] = EQUALS;
      output[at + 1] = CR;
      output[at + 2] = LF;
      at += 3;
      column = 0;
    }
    column += width;
    if (literal) {
      output[at] = byte;
      at += 1;
    } else {
      output[at] = EQUALS;
      output[at + 1] = hex[byte >> 4] ?? 0;
      output[at + 2] = hex[byte & 15] ?? 0;
      at += 3;
    }
  }
  return { encoded: output.subarray(0, at), column, end: index };
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

function endsLine(next: number | undefined): boolean {
  return next === undefined || next === CR || next === LF;
}

/**
 * Encodes a file as base64 in lines, without a line break after the last one. The pieces of the file may have any
 * length; the encoded file is never one string and never one buffer.
 */
export function* base64Lines(content: readonly Buffer[]): Steps<readonly Buffer[]> {
  const encoded: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of content) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % lineBytes);
    for (let from = 0; from < whole; from += stepLines * lineBytes) {
      encoded.push(encodeLines(bytes.subarray(from, Math.min(whole, from + stepLines * lineBytes))));
      yield;
    }
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) encoded.push(encodeLines(rest));
  const last = encoded.pop();
  return last === undefined ? [] : [...encoded, last.subarray(0, -lineBreak.length)];
}

/** Writes each line with its line break. */
function encodeLines(bytes: Buffer): Buffer {
  const length = Math.ceil(bytes.length / 3) * 4;
  const output = Buffer.allocUnsafeSlow(length + Math.ceil(length / lineLength) * lineBreak.length);
  let at = 0;
  for (let start = 0; start < bytes.length; start += shortLines * lineBytes) {
    const digits = Buffer.from(bytes.toString('base64', start, start + shortLines * lineBytes), 'latin1');
    for (let from = 0; from < digits.length; from += lineLength) {
      at += digits.copy(output, at, from, from + lineLength);
      at += lineBreak.copy(output, at);
    }
  }
  return output;
}

export interface MimePart {
  /** Whole fields, each with its CRLF. */
  readonly header: string;
  /** In pieces: a large body is never copied into one buffer. */
  readonly body: readonly Buffer[];
}

/**
 * Joins parts under one boundary (docs/rules.md#dkim-signature). `=_` can occur in no quoted-printable and no base64
 * text, so a constant boundary is safe, and building a mail twice gives the same bytes. `rootType`: of the first part,
 * as multipart/related names it (RFC 2387, 3.1).
 */
export function multipart(
  kind: 'alternative' | 'mixed' | 'related',
  parts: readonly MimePart[],
  rootType: 'text/html' | null = null,
): MimePart {
  const boundary = `=_tidings_${kind}`;
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${part.header}\r\n`, 'utf8'),
    ...part.body,
    lineBreak,
  ]);
  return {
    header: `Content-Type: multipart/${kind};${rootType === null ? '' : ` type="${rootType}";`} boundary="${boundary}"\r\n`,
    body: [...pieces, Buffer.from(`--${boundary}--\r\n`)],
  };
}
