/**
 * Splits an incoming mail into header and parts (RFC 2045, 2046, 2047). Strangers write such mail: every step is linear
 * in its bytes, and lines, parts, nesting and lengths are bounded.
 */
import { decodeReply } from '../replies/decode-reply.ts';

/** Characters of one header, fields in it, and characters of one field. */
const headerMaxLength = 65_536;
const fieldsMax = 500;
const fieldMaxLength = 4_000;
/** Leaf parts that are kept, and levels of parts. Real reports have at most five, and three. */
const partsMax = 30;
const nestingMax = 6;
/** Lines that begin with two hyphens, which are compared with boundaries. */
const hyphenLinesMax = 2_000;
/** Characters of a boundary. RFC 2046, section 5.1.1 allows 70; real reports have longer ones. */
const boundaryMaxLength = 200;
/** Characters of a header field that are searched for encoded words. */
const encodedMaxLength = 2_000;

export type MailHeader = ReadonlyMap<string, string>;

export interface MimePart {
  /** Media type in lower case. */
  readonly type: string;
  /** Marked as an attachment instead of visible text. */
  readonly attached: boolean;
  /** Decoded. */
  readonly content: string;
}

export interface SplitMail {
  readonly header: MailHeader;
  /** In their order; nested multiparts are opened, nested mails are not. */
  readonly parts: readonly MimePart[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part without parts of its own, by the place of its body, still coded. */
export interface MailSection extends Range {
  readonly header: MailHeader;
  /** The field as it stands, with its parameters; `text/plain` where there is none. */
  readonly contentType: string;
}

export interface SectionedMail {
  readonly header: MailHeader;
  readonly sections: readonly MailSection[];
}

/** Never throws. */
export function splitMail(raw: Buffer): SplitMail {
  const source = raw.toString('latin1');
  const { header, sections } = splitSections(source);
  return { header, parts: sections.map((section) => readLeaf(section, source)) };
}

/** The same without decoding anything: in `source` each character is a byte. Never throws. */
export function splitSections(source: string): SectionedMail {
  const hyphenLines = findHyphenLines(source);
  const sections: MailSection[] = [];

  function split(range: Range, depth: number): MailHeader {
    const { header, body } = splitHeader(source, range);
    const contentType = header.get('content-type') ?? 'text/plain';
    const isMultipart = /^\s*multipart\//i.test(contentType);
    const boundary = readParameter(contentType, 'boundary') || firstHyphenLine(body);
    const inner = isMultipart && depth < nestingMax ? findSections(source, hyphenLines, body, boundary) : [];
    if (inner.length > 0) for (const section of inner) splitInto(section, depth + 1);
    // A mail may name a boundary that it does not contain: then its whole body is text.
    else sections.push({ header, contentType: isMultipart ? 'text/plain' : contentType, ...body });
    return header;
  }
  /** Finds the boundary of a multipart that names none. */
  function firstHyphenLine(body: Range): string {
    const at = hyphenLines.find((line) => line >= body.start && line < body.end);
    return at === undefined ? '' : source.slice(at + 2, Math.min(endOfLine(source, at, body.end), at + 1_000)).trim();
  }
  function splitInto(section: Range, depth: number): void {
    if (sections.length < partsMax) split(section, depth);
  }

  const header = split({ start: 0, end: source.length }, 0);
  return { header, sections };
}

/** Offsets of lines that begin with two hyphens. */
function findHyphenLines(source: string): readonly number[] {
  const found: number[] = source.startsWith('--') ? [0] : [];
  for (
    let at = source.indexOf('\n--');
    at !== -1 && found.length < hyphenLinesMax;
    at = source.indexOf('\n--', at + 3)
  ) {
    found.push(at + 1);
  }
  return found;
}

/** Returns the text between the lines with `boundary` in `body`; an open section ends with the body. */
function findSections(source: string, hyphenLines: readonly number[], body: Range, boundary: string): readonly Range[] {
  if (boundary === '' || boundary.length > boundaryMaxLength) return [];
  const sections: Range[] = [];
  let open: number | null = null;
  for (const at of hyphenLines) {
    if (at < body.start || at >= body.end || !source.startsWith(boundary, at + 2)) continue;
    const lineEnd = endOfLine(source, at, body.end);
    const rest = source.slice(at + 2 + boundary.length, Math.min(lineEnd, at + 2 * boundaryMaxLength)).trim();
    if (rest !== '' && rest !== '--') continue;
    if (open !== null) sections.push({ start: open, end: at });
    open = rest === '--' ? null : Math.min(lineEnd + 1, body.end);
    if (rest === '--') break;
  }
  if (open !== null) sections.push({ start: open, end: body.end });
  return sections;
}

function endOfLine(source: string, from: number, end: number): number {
  const at = source.indexOf('\n', from);
  return at === -1 || at > end ? end : at;
}

function splitHeader(source: string, { start, end }: Range): { readonly header: MailHeader; readonly body: Range } {
  let lineStart = start;
  let lines = 0;
  for (; lineStart < end && lineStart - start < headerMaxLength && lines < 2 * fieldsMax; lines += 1) {
    const lineEnd = endOfLine(source, lineStart, end);
    const blank = lineEnd === lineStart || (lineEnd === lineStart + 1 && source[lineStart] === '\r');
    if (blank) break;
    lineStart = lineEnd + 1;
  }
  const headerEnd = Math.min(lineStart, end);
  const header = readHeader(decodeReply(source.slice(start, Math.min(headerEnd, start + headerMaxLength))).text);
  return { header, body: { start: Math.min(endOfLine(source, headerEnd, end) + 1, end), end } };
}

/** Reads header fields at the start of `text`, unfolded, names in lower case; of several with one name the first. */
export function readHeader(text: string): MailHeader {
  const head =
    text
      .slice(0, headerMaxLength)
      .trimStart()
      .split(/\n\r?\n/, 1)[0] ?? '';
  const header = new Map<string, string>();
  for (const field of head.split(/\n(?![ \t])/, fieldsMax)) {
    const colon = field.indexOf(':');
    const name = field.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name === '' || header.has(name)) continue;
    const value = field
      .slice(colon + 1, colon + 1 + fieldMaxLength)
      .replace(/\s+/g, ' ')
      .trim();
    header.set(name, decodeWords(value));
  }
  return header;
}

/** RFC 2047. Blanks between two encoded words are not part of the text. */
function decodeWords(value: string): string {
  if (!value.includes('=?')) return value;
  return value
    .slice(0, encodedMaxLength)
    .replace(/\?= (?==\?)/g, '?=')
    .replace(
      /=\?([\w.:-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi,
      (_word, charset: string, kind: string, coded: string) => {
        const plain = kind.toLowerCase() === 'b' ? decodeBase64(coded) : decodeQuoted(coded.replace(/_/g, ' '));
        return decodeCharset(plain, charset);
      },
    );
}

function readLeaf(section: MailSection, source: string): MimePart {
  const body = source.slice(section.start, section.end);
  return {
    type: mediaTypeOf(section),
    attached: isAttached(section),
    content: decodeCharset(decodeBody(section, body), readParameter(section.contentType, 'charset')),
  };
}

/** In lower case. */
export function mediaTypeOf({ contentType }: MailSection): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() || 'text/plain';
}

export function isAttached({ header }: MailSection): boolean {
  return /^\s*attachment/i.test(header.get('content-disposition') ?? '');
}

/** The bytes of a section, of whose body `body` may be only the start; each character is a byte. */
export function decodeBody({ header }: MailSection, body: string): string {
  const encoding = header.get('content-transfer-encoding')?.trim().toLowerCase() ?? '';
  return encoding === 'base64' ? decodeBase64(body) : encoding === 'quoted-printable' ? decodeQuoted(body) : body;
}

/** Returns a parameter of a structured field (RFC 2045, section 5.1), or an empty string. */
export function readParameter(value: string, name: string): string {
  for (const parameter of value.split(';').slice(1)) {
    const equals = parameter.indexOf('=');
    if (equals === -1 || parameter.slice(0, equals).trim().toLowerCase() !== name) continue;
    const given = parameter.slice(equals + 1).trim();
    return given.startsWith('"') ? (given.slice(1).split('"', 1)[0] ?? '') : (given.split(/\s/, 1)[0] ?? '');
  }
  return '';
}

// Strings of bytes: each character is one byte.
function decodeBase64(coded: string): string {
  return Buffer.from(coded, 'base64').toString('latin1');
}

function decodeQuoted(coded: string): string {
  return coded.replace(/=(?:[ \t]*\r?\n|([0-9a-fA-F]{2}))/g, (_all, hex?: string) =>
    hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Sets that a part claims without having them: the bytes decide. */
const claimed = /^(?:us-ascii|ascii|ansi_x3\.4-1968|iso-8859-1|latin1|windows-1252|utf-?8)$/i;

/** Decodes `bytes` in the named character set; finds the set out where the name is missing, unknown or wrong. */
export function decodeCharset(bytes: string, name: string): string {
  if (name === '' || claimed.test(name)) {
    const found = decodeReply(bytes);
    if (found.readable) return found.text;
  }
  try {
    return new TextDecoder(name === '' ? 'windows-1252' : name).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    const { text, readable } = decodeReply(bytes);
    return readable ? text : new TextDecoder('windows-1252').decode(Buffer.from(bytes, 'latin1'));
  }
}
