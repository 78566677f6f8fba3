import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../../../src/transport/reports/html-text.ts';
import { splitMail } from '../../../src/transport/reports/mime-parts.ts';

const split = (mail: string) => splitMail(Buffer.from(mail.replace(/\n/g, '\r\n'), 'latin1'));

describe('splitMail', () => {
  it('opens nested multiparts, decodes their parts, and leaves a nested mail whole', () => {
    const { header, parts } = split(`Subject: =?utf-8?Q?Unzustellbar:_=C3=A4?= =?utf-8?B?w7Y=?=
Content-Type: multipart/report; report-type=delivery-status;
 boundary="a b"

A preamble.
--a b
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Empf=E4nger =
unbekannt
--inner
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

PHA+dW5rbm93bjwvcD4=
--inner--
--a b
Content-Type: message/rfc822

Subject: inside
Content-Type: multipart/mixed; boundary=deep

--deep
--a b--
An epilogue.
`);
    expect(header.get('subject')).toBe('Unzustellbar: äö');
    expect(parts.map(({ type, content }) => [type, content.trim()])).toEqual([
      ['text/plain', 'Empfänger unbekannt'],
      ['text/html', '<p>unknown</p>'],
      ['message/rfc822', 'Subject: inside\r\nContent-Type: multipart/mixed; boundary=deep\r\n\r\n--deep'],
    ]);
  });

  it.each([
    [
      'a boundary that is not there',
      'Content-Type: multipart/mixed; boundary=x\n\n550 no such user',
      '550 no such user',
    ],
    ['no boundary named', 'Content-Type: multipart/mixed\n\n--y\n\n550 no such user\n--y--', '550 no such user'],
    ['no header', '\n550 no such user', '550 no such user'],
    ['Japanese without a named set', 'Subject: x\n\n\x1b$B%f!<%6\x1b(B', 'ユーザ'],
    ['Latin letters without a named set', 'Subject: x\n\nEmpf\xe4nger', 'Empfänger'],
    ['an unknown character set', 'Content-Type: text/plain; charset=x-none\n\nhello', 'hello'],
    ['an attachment of text', 'Content-Disposition: attachment\n\nhello', 'hello'],
  ])('reads a mail with %s', (_about, mail, content) => {
    expect(split(mail).parts.map((part) => part.content.trim())).toEqual([content]);
  });

  it('keeps a bounded number of parts, and opens a bounded number of levels', () => {
    const wide = `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(10_000)}`;
    expect(split(wide).parts.length).toBeLessThanOrEqual(30);
    const levels = Array.from(
      { length: 1_000 },
      (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`,
    );
    const { parts } = split(`Content-Type: multipart/mixed; boundary=b0\n\n${levels.join('')}`);
    expect(parts).toHaveLength(1);
  });

  it('reads a bounded part of a header', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `x-${at}: ${at}\n`).join('');
    expect(split(`${many}\nhello`).header.size).toBeLessThanOrEqual(500);
    expect(split(`Subject: ${'a'.repeat(100_000)}\n\nhello`).header.get('subject')?.length).toBeLessThanOrEqual(4_000);
  });
});

describe('textOfHtml', () => {
  it.each([
    ['<p>550 5.1.1<br>user&nbsp;unknown</p>', '550 5.1.1\nuser unknown'],
    ['<html><head><title>t</title><body>seen', 'seen'],
    ['<style>p { color: red }</style><script>let a = "<p>";</script>seen', 'seen'],
    ['to <ada@example.net> &lt;bob@example.net&gt;', 'to <ada@example.net> <bob@example.net>'],
    ['<!-- not seen -->seen<!-- never ends', 'seen'],
  ])('of %s is what a person sees', (html, text) => {
    expect(textOfHtml(html).trim()).toBe(text);
  });
});
