/** Header fields (RFC 5322, 2047, 2231): encoded, folded, and free of line breaks whatever was merged into them. */
import { domainToASCII } from 'node:url';

/** Characters of a folded line (RFC 5322, 2.1.1: should), and of an encoded word (RFC 2047, 2: must). */
const lineLength = 76;
const encodedWordBytes = 42;
/** Characters of an encoded word around its base64. */
const encodedWordFrame = '=?UTF-8?B??='.length;
/** Bytes of a line without its CRLF (RFC 5322, 2.1.1: must). */
const lineMaxBytes = 998;
/** Characters of a parameter's value on one line, with its name and a section number before it (RFC 2231, 3). */
const parameterLength = 54;
/** Characters of an extension with its dot. */
const extensionMax = 12;
/** A line must not have more than 998 characters; a longer word is encoded, so that it can be split. */
const wordMax = 900;

/**
 * Thrown for a header field that would break the mail or cannot be written, before anything is sent. The message names
 * only the field.
 */
export class MailHeaderError extends Error {
  override readonly name = 'MailHeaderError';
}

/** Writes one field of unstructured text with its CRLF, such as Subject. Throws MailHeaderError. */
export function headerField(name: string, value: string): string {
  checkOneLine(name, value);
  const text = withoutRuns(value);
  return structuredField(name, needsEncoding(text) ? encodeWords(text, name) : text);
}

/**
 * Writes one field with its CRLF whose value already has the syntax of the field, and may be folded at spaces:
 * addresses, dates, links. Encoded words stay unchanged. Throws MailHeaderError.
 */
export function structuredField(name: string, value: string): string {
  if (!/^[!-9;-~]+$/.test(name)) throw new MailHeaderError('a header field has no valid name');
  checkOneLine(name, value);
  return fold(name, value.trim());
}

/** Writes `name <address>`, or the bare address. The domain becomes punycode. */
export function mailbox(field: string, address: string, name: string | null): string {
  checkOneLine(field, address);
  const written = asciiAddress(address);
  if (/[\s<>,;"\\]/.test(written) || !/^[^@]+@[^@]+$/.test(written)) {
    throw new MailHeaderError(`${field} holds no valid address`);
  }
  const label = withoutRuns(name ?? '');
  if (label === '') return written;
  checkOneLine(field, label);
  return `${needsEncoding(label) ? encodeWords(label, field) : quote(label)} <${written}>`;
}

/**
 * Writes `<parameter>="…"`, in both spellings when the value is not short ASCII (RFC 2231, and RFC 6266's advice):
 * every client knows the first, the second is exact. A long value is cut into continuations that each fit a line.
 */
export function parameter(field: string, name: string, value: string): string {
  checkOneLine(field, value);
  const ascii = value.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  const short = shortened(ascii);
  const plain = `${name}="${short}"`;
  if (short === value) return plain;
  const sections = percentEncoded(value);
  const [only, ...others] = sections;
  if (others.length === 0) return `${plain}; ${name}*=UTF-8''${only}`;
  const exact = sections.map((section, at) => `${name}*${at}*=${at === 0 ? "UTF-8''" : ''}${section}`);
  return [plain, ...exact].join('; ');
}

/** Cuts the stem and keeps the extension: a long name must not end in another one for clients that read no second. */
function shortened(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 || name.length - dot > extensionMax ? '' : name.slice(dot);
  return name.length <= parameterLength ? name : name.slice(0, parameterLength - extension.length) + extension;
}

/** Writes `value` with percent signs for all but attribute characters (RFC 2231, 7), in pieces of whole characters. */
function percentEncoded(value: string): readonly string[] {
  const sections = [''];
  for (const character of value) {
    const encoded = encodeURIComponent(character).replace(
      /['()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    const last = sections.at(-1) ?? '';
    if (last.length + encoded.length > parameterLength) sections.push(encoded);
    else sections[sections.length - 1] = last + encoded;
  }
  return sections;
}

/** The address with its domain as punycode (docs/rules.md#email-addresses). */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

export function asciiDomain(domain: string): string {
  return domainToASCII(domain) || domain;
}

function checkOneLine(field: string, value: string): void {
  if (/[\r\n\0]/.test(value)) throw new MailHeaderError(`${field} holds a line break or a null character`);
}

/** A run of blanks is one: lines are folded at single ones, and readers show no more. */
function withoutRuns(text: string): string {
  return text.replace(/[ \t]+/g, ' ').trim();
}

function needsEncoding(text: string): boolean {
  return /[^\t\x20-\x7e]|=\?/.test(text) || new RegExp(`\\S{${wordMax}}`).test(text);
}

function quote(label: string): string {
  return /^[\w!#$%&'*+\-/=?^`{|}~ ]+$/.test(label) ? label : `"${label.replace(/["\\]/g, '\\$&')}"`;
}

/** Encodes words of whole characters each: clients show a character that is split over two words as garbage. */
function encodeWords(text: string, field: string): string {
  const words: string[] = [];
  let chunk = '';
  // The first word shares its line with the field's name, and base64 has four characters for three bytes.
  const room = lineLength - `${field}: `.length - encodedWordFrame;
  const firstBytes = Math.min(encodedWordBytes, Math.floor(room / 4) * 3);
  for (const character of text) {
    const most = words.length === 0 ? firstBytes : encodedWordBytes;
    if (chunk !== '' && Buffer.byteLength(chunk + character) > most) {
      words.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  words.push(chunk);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

function fold(name: string, value: string): string {
  let line = `${name}:`;
  let folded = '';
  for (const word of value.split(/ (?=[^ \t])/)) {
    if (line.length + 1 + word.length > lineLength && line !== `${name}:`) {
      folded += `${line}\r\n`;
      line = '';
    }
    line += ` ${word}`;
  }
  const field = `${folded}${line}\r\n`;
  if (field.length > lineMaxBytes / 4 && field.split('\r\n').some((each) => Buffer.byteLength(each) > lineMaxBytes)) {
    throw new MailHeaderError(`${name} has a word that fits on no line`);
  }
  return field;
}
