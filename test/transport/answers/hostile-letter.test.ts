/** Mails that are made to take long: each is read in a moment, whatever it holds (docs/rules.md#answers). */
import { expect, it } from 'vitest';
import { letterTextMax, readLetter } from '../../../src/transport/answers/read-letter.ts';
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
    expect(letter.text.length).toBeLessThanOrEqual(letterTextMax);
  },
);

it('nested, and of many parts', () => {
  const nested = Array.from(
    { length: 2_000 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(100_000)}`;
  for (const raw of [nested.join(''), parts]) {
    const began = threadTime();
    expect(readLetter(Buffer.from(raw), 'a@b.c').files?.length ?? 0).toBeLessThanOrEqual(30);
    expect(threadTime() - began).toBeLessThan(most);
  }
});

/** A mail with everything, of which each round changes some bytes. */
const whole = `From: "Ada" <ada@example.com> (x)
Subject: =?utf-8?b?UmU6?= order
Message-ID: <1@example.com>
References: <a@b> <c@d>
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes
Content-Transfer-Encoding: quoted-printable

Thank =C3=A9 you=
.

On Tue, 3 Mar 2026 at 10:00, Shop <orders@shop.test> wrote:
> Your order
--c
Content-Type: text/html; charset=iso-2022-jp

<p>Thank &amp; you.</p><div class="gmail_quote">old</div>
--c--
--b
Content-Type: image/png; name*0*=UTF-8''a%C3%A9; name*1="b.png"
Content-Disposition: attachment; filename="photo.png"
Content-Transfer-Encoding: base64

iVBORw0=
--b--
`.replace(/\n/g, '\r\n');

it('of any bytes is read without an error, and within its bounds', () => {
  // The same numbers in each run.
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 3_000; round += 1) {
    const bytes = Buffer.from(whole);
    for (let change = 0; change <= next(12); change += 1) {
      const at = next(bytes.length);
      const length = next(40);
      if (next(2) === 0) bytes.fill(next(256), at, Math.min(bytes.length, at + 1 + next(3)));
      else bytes.copy(bytes, next(bytes.length), at, Math.min(bytes.length, at + length));
    }
    const { text, answer, subject, from, mailId, answers, files } = readLetter(bytes, 'a@b.c');
    const texts = [text, answer, subject, from.address ?? '', from.name ?? '', mailId ?? '', ...answers];
    for (const said of [...texts, ...(files ?? []).flatMap((file) => [file.filename, file.mediaType])]) {
      expect(said.isWellFormed() && !said.includes('\0')).toBe(true);
    }
    for (const { filename } of files ?? []) expect(filename).toMatch(/^[^/\\\p{Cc}]{1,200}$/u);
  }
});
