/** Mails that are made to take long: each is read in a moment, whatever it holds (docs/rules.md#answers). */
import { expect, it } from 'vitest';
import { readLetter } from '../../../src/transport/answers/read-letter.ts';
import { threadTime } from '../../support/thread-time.ts';

const bytes = 14_000_000;
/** Milliseconds of processor time; a mail takes a tenth of it on a quiet machine. */
const most = 3_000;

const pieces = [
  '<',
  '>\r\n',
  '\r\n',
  '--\r\n',
  'On 1:\r\n',
  'From: a\r\nTo: b\r\n',
  '<div ',
  '<div class="gmail_quote',
  'type="cite"',
  'a@b:\r\n1 ',
  'Am 1 schrieb ',
  '_________\r\n',
  'On 1 <a@b> wrote\r\n',
  '=?utf-8?q?a?= ',
  '&amp',
  '; filename="\\',
  '; name*0*=',
  '<a@b> ',
  ' \r\n',
  '"',
];

const mails: readonly (readonly [string, (piece: string) => string])[] = [
  ['its text', (piece) => `From: a@b.c\r\nSubject: Re: x\r\n\r\n${piece.repeat(bytes / piece.length)}`],
  ['its page', (piece) => `From: a@b.c\r\nContent-Type: text/html\r\n\r\n${piece.repeat(bytes / piece.length)}`],
  ['its sender', (piece) => `From: ${piece.repeat(60_000 / piece.length)}\r\n\r\nHi`],
  ['the names of its files', (piece) => `Content-Type: a/b; x=${piece.repeat(60_000 / piece.length)}\r\n\r\nHi`],
  ['the mails that it names', (piece) => `References: ${piece.repeat(60_000 / piece.length)}\r\n\r\nHi`],
];

it.each(mails.flatMap(([place, make]) => pieces.map((piece) => [piece, place, make] as const)))(
  '%j in %s',
  (piece, _place, make) => {
    const raw = Buffer.from(make(piece), 'latin1');
    const began = threadTime();
    const letter = readLetter(raw, 'a@b.c');
    expect(threadTime() - began).toBeLessThan(most);
    expect(letter.text.length).toBeLessThanOrEqual(65_536);
  },
);

it('nested, and of many parts', () => {
  const nested = Array.from({ length: 2_000 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`);
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(100_000)}`;
  for (const raw of [nested.join(''), parts]) {
    const began = threadTime();
    expect(readLetter(Buffer.from(raw), 'a@b.c').files?.length ?? 0).toBeLessThanOrEqual(30);
    expect(threadTime() - began).toBeLessThan(most);
  }
});
