/**
 * DKIM (RFC 6376), rsa-sha256, relaxed/relaxed (docs/rules.md#dkim-signature). Libraries sign with the key on the main
 * thread, a quarter of a millisecond for each mail; here the RSA part runs on libuv's threads.
 */
import { type KeyObject, sign } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { promisify } from 'node:util';
import { joinPieces } from './join-pieces.ts';
import { relaxedBodyHash } from './relaxed-body-hash.ts';

const signOffThread = promisify(sign) as (algorithm: string, text: Buffer, key: KeyObject) => Promise<Buffer>;

/**
 * Fields that decide what a reader sees, whom a person answers, what one-click unsubscribe does, and where complaints
 * go. Each is listed once more than the mail has it, so that a mail to which one was added is not valid (RFC 6376, 8.15).
 */
const sealedFields: readonly string[] = [
  'from',
  'to',
  'cc',
  'reply-to',
  'sender',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'cfbl-address',
  'cfbl-feedback-id',
];
/** Fields that are signed where the mail has them; the List-Unsubscribe fields as RFC 8058 demands. */
const signedFields: readonly string[] = [...sealedFields, 'tidings-message', 'in-reply-to', 'references'];

/** Characters of a line in the added field. */
const lineLength = 72;

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  readonly privateKey: KeyObject;
  readonly date: Date;
}

/**
 * Returns the mail with a DKIM-Signature field before it. The mail has CRLF line ends; its first piece holds the whole
 * header and the empty line after it. Other requests run between the pieces.
 */
export async function signDkim(mail: readonly Buffer[], key: DkimKey): Promise<readonly Buffer[]> {
  const [first = Buffer.alloc(0), ...others] = mail;
  const split = first.indexOf('\r\n\r\n');
  const fields = readFields(first.subarray(0, split + 2).toString('utf8'));
  const bodyHash = await relaxedBodyHash([first.subarray(split + 4), ...others]);
  const present = signedFields.filter((name) => fields.has(name));
  const unsigned = [
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
    ` d=${domainToASCII(key.domain)}; s=${key.selector}; t=${Math.floor(key.date.getTime() / 1000)};`,
    ...foldNames(`h=${present.map((name) => `${name}:`).join('')}`),
    ...sealedNames,
    ` bh=${bodyHash};`,
    ' b=',
  ].join('\r\n');
  const text = [...present.map((name) => fields.get(name) ?? ''), relaxedField(unsigned)].join('\r\n');
  const signature = (await signOffThread('sha256', Buffer.from(text, 'utf8'), key.privateKey)).toString('base64');
  const folded = signature.match(new RegExp(`.{1,${lineLength}}`, 'g'))?.join('\r\n ') ?? '';
  return joinPieces([Buffer.from(`${unsigned}${folded}\r\n`, 'utf8'), ...mail]);
}

/**
 * Returns canonical fields by lower-case name. Mails of the service have each field once; of several the last counts
 * (5.4.2).
 */
function readFields(header: string): ReadonlyMap<string, string> {
  const fields = header.split(/\r\n(?![ \t])/).filter((field) => field !== '');
  return new Map(fields.map((field) => [field.slice(0, field.indexOf(':')).trim().toLowerCase(), relaxedField(field)]));
}

/** RFC 6376, 3.4.2. */
function relaxedField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** Ends the list of signed fields; the same for all mails. */
const sealedNames: readonly string[] = foldNames(`${sealedFields.join(':')};`);

function foldNames(list: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const name of list.split(/(?<=:)/)) {
    if (line.length + name.length > lineLength) {
      lines.push(` ${line}`);
      line = '';
    }
    line += name;
  }
  return [...lines, ` ${line}`];
}
