/** The forms in which a caller may put a text into a key, and every ordered pair of two. */
import { domainToASCII } from 'node:url';

type Encode = (text: string) => string;

const characters = (text: string, encode: (character: string, code: number) => string) =>
  [...text].map((character) => encode(character, character.codePointAt(0) ?? 0)).join('');
/** Encodes what is no letter or digit of ASCII. */
const marks = (text: string, encode: (character: string, code: number) => string) =>
  characters(text, (character, code) => (/[a-z0-9]/i.test(character) ? character : encode(character, code)));
const bytes = (text: string, encoding: 'hex' | 'base64' | 'base64url') => Buffer.from(text).toString(encoding);
const hexOf = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const eachByte = (text: string, sign: string) =>
  bytes(text, 'hex').replace(/../g, (byte) => `${sign}${byte.toUpperCase()}`);

const names = new Map([
  ['@', 'commat'],
  ['.', 'period'],
  ['&', 'amp'],
  ['ü', 'uuml'],
]);

export const encodings: Readonly<Record<string, Encode>> = {
  percent: encodeURIComponent,
  'percent, each byte': (text) => eachByte(text, '%'),
  'percent, lower case': (text) => marks(text, (character) => eachByte(character, '%').toLowerCase()),
  base64: (text) => bytes(text, 'base64'),
  'base64 without padding': (text) => bytes(text, 'base64').replaceAll('=', ''),
  base64url: (text) => bytes(text, 'base64url'),
  hexadecimal: (text) => bytes(text, 'hex'),
  'hexadecimal capitals': (text) => bytes(text, 'hex').toUpperCase(),
  'quoted-printable': (text) => marks(text, (character) => eachByte(character, '=')),
  'decimal entities': (text) => marks(text, (_, code) => `&#${code};`),
  'hexadecimal entities': (text) => marks(text, (_, code) => `&#x${hexOf(code, 2)};`),
  'named entities': (text) =>
    characters(text, (character) => (names.has(character) ? `&${names.get(character)};` : character)),
  'escapes of JSON': (text) => marks(text, (_, code) => `\\u${hexOf(code, 4)}`),
  'escapes of JavaScript': (text) =>
    marks(text, (character, code) => (code > 0xff ? character : `\\x${hexOf(code, 2)}`)),
  punycode: (text) => {
    const at = text.lastIndexOf('@');
    return at === -1 ? text : `${text.slice(0, at)}@${domainToASCII(text.slice(at + 1))}`;
  },
};

export interface EncodedForm {
  readonly name: string;
  readonly text: string;
}

/** The text itself, in each encoding, and in each encoding of each encoding; each once. */
export function formsOf(text: string): readonly EncodedForm[] {
  const once = Object.entries(encodings).map(([name, encode]) => ({ name, text: encode(text) }));
  const twice = once.flatMap((inner) =>
    Object.entries(encodings).map(([name, encode]) => ({ name: `${name} of ${inner.name}`, text: encode(inner.text) })),
  );
  const all = [{ name: 'plain', text }, ...once, ...twice];
  return [...new Map(all.map((form) => [form.text, form])).values()];
}
