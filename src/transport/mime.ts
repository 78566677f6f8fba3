/** Bodies (RFC 2045): quoted-printable for text, base64 for files. */
import type { Steps } from '../queue/fair-work.ts';

/** Characters of an encoded line, without its CRLF (RFC 2045, 6.7 and 6.8). */
const lineLength = 76;

/** Bytes of one text part as it goes out; with its files a mail stays below what most servers take. */
const textPartMax = 25_000_000;
/** Bytes that are encoded in one step. */
const stepBytes = 262_144;

/** Thrown for a text that no mail server takes. */
export class MailTooLarge extends Error {
  override readonly name = 'MailTooLarge';
}

const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const EQUALS = 61;
const hex = Buffer.from('0123456789ABCDEF');

/**
 * UTF-8 text as quoted-printable; its line ends, of whatever kind, become CRLF. Written by hand over bytes: the usual
 * encoders build strings character by character and take ten times as long on HTML of one long line.
 */
export function* quotedPrintable(text: string): Steps<Buffer> {
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
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

/** Encodes about `stepBytes` of `input` from a place and a column of the line on. */
function encode(input: Buffer, from: number, columnBefore: number) {
  const end = Math.min(input.length, from + stepBytes);
  const output = Buffer.allocUnsafe((end - from) * 4 + 16);
  let at = 0;
  let column = columnBefore;
  let index = from;
  const put = (byte: number) => {
    output[at] = byte;
    at += 1;
  };
  for (; index < end; index += 1) {
    const byte = input[index] ?? 0;
    const next = input[index + 1];
    if (byte === CR || byte === LF) {
      if (byte === CR && next === LF) index += 1;
      put(CR);
      put(LF);
      column = 0;
      continue;
    }
    const blank = byte === SPACE || byte === TAB;
    const endsLine = next === undefined || next === CR || next === LF;
    const literal = blank ? !endsLine : byte > SPACE && byte < 127 && byte !== EQUALS;
    const width = literal ? 1 : 3;
    if (column + width > lineLength - 1) {
      put(EQUALS);
      put(CR);
      put(LF);
      column = 0;
    }
    column += width;
    if (literal) {
      put(byte);
    } else {
      put(EQUALS);
      put(hex[byte >> 4] ?? 0);
      put(hex[byte & 15] ?? 0);
    }
  }
  return { encoded: output.subarray(0, at), column, end: index };
}

/** Base64 in lines. */
export function base64Lines(content: Buffer): Buffer {
  return Buffer.from(content.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n'), 'latin1');
}

export interface MimePart {
  /** Whole fields, each with its CRLF. */
  readonly header: string;
  readonly body: Buffer;
}

/**
 * Parts under one boundary. `=_` can occur in no quoted-printable and no base64 text, so a constant boundary is safe,
 * and a mail that is built twice is the same to the byte.
 */
export function multipart(kind: 'alternative' | 'mixed', parts: readonly MimePart[]): MimePart {
  const boundary = `=_tidings_${kind}`;
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${part.header}\r\n`, 'utf8'),
    part.body,
    Buffer.from('\r\n'),
  ]);
  return {
    header: `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
