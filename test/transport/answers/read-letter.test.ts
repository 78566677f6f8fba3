/** Answers as they are read from mail (docs/rules.md#answers). */
import { describe, expect, it } from 'vitest';
import { unflow } from '../../../src/transport/answers/flowed.ts';
import { readSender } from '../../../src/transport/answers/letter-sender.ts';
import { readTextParameter } from '../../../src/transport/answers/mail-parameters.ts';
import { letterTextMax, readLetter } from '../../../src/transport/answers/read-letter.ts';

const read = (raw: string, sender = 'ada@example.com') =>
  readLetter(Buffer.from(raw.replace(/\r?\n/g, '\r\n')), sender);

describe('a mail', () => {
  it('is read with its header, its text, the part above the quote, and its files', () => {
    const letter = read(`From: "Ada L." <ada@example.com>
Subject: =?utf-8?q?Re:_Your_order_=E2=9C=93?=
Message-ID: <a1@example.com>
In-Reply-To: <01KJPWMESSAGE0000000000001@shop.test>
References: <first@shop.test> <01KJPWMESSAGE0000000000001@shop.test>
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=utf-8

Thank you.

On Tue, 3 Mar 2026 at 10:00, Shop <orders@shop.test> wrote:
> Your order
--c
Content-Type: text/html

<p>Thank you.</p>
--c--
--b
Content-Type: image/png; name="photo.png"
Content-Disposition: attachment; filename="photo.png"
Content-Transfer-Encoding: base64

iVBORw0=
--b--
`);
    expect(letter).toMatchObject({
      from: { address: 'ada@example.com', name: 'Ada L.' },
      subject: 'Re: Your order ✓',
      mailId: '<a1@example.com>',
      answers: ['<01KJPWMESSAGE0000000000001@shop.test>', '<first@shop.test>'],
      answer: 'Thank you.',
      isCut: false,
      isAutomatic: false,
      isReport: false,
      files: [{ filename: 'photo.png', mediaType: 'image/png', content: Buffer.from('iVBORw0=', 'base64') }],
    });
    expect(letter.text).toMatch(/^Thank you\.\n\nOn Tue.*\n> Your order$/s);
  });

  it('without plain text has that of its page', () => {
    const letter = read(`From: ada@example.com
Content-Type: text/html; charset=utf-8

<html><head><title>No</title></head><body><p>Yes &amp;<br>thanks</p><div class="gmail_quote">old words</div></body></html>`);
    expect(letter.answer).toBe('Yes &\nthanks');
    expect(letter.text).toContain('old words');
  });

  it('in another character set, and without a header field that it should have', () => {
    const raw = Buffer.concat([
      Buffer.from('Content-Type: text/plain; charset=iso-8859-1\r\n\r\nSch'),
      Buffer.from([0xf6]),
      Buffer.from('n'),
    ]);
    expect(readLetter(raw, '')).toMatchObject({
      from: { address: null, name: null },
      subject: '',
      mailId: null,
      answers: [],
      text: 'Schön',
    });
  });

  it('keeps so much of a long text, and says that there was more', () => {
    const letter = read(`From: ada@example.com\n\n${'a'.repeat(letterTextMax + 1)}`);
    expect([letter.text.length, letter.isCut]).toEqual([letterTextMax, true]);
    expect(read(`From: ada@example.com\n\n${'a'.repeat(letterTextMax)}`).isCut).toBe(false);
  });

  it('stores no null character, and no half of a character', () => {
    const letter = read(`From: a\0b <ada@example.com>\nSubject: a\0b\n\nx\0y ${'😀'.repeat(letterTextMax)}`);
    expect(JSON.stringify([letter.text, letter.subject, letter.from])).not.toContain('\\u0000');
    expect(letter.text.isWellFormed()).toBe(true);
  });

  it('has no files when they are too large', () => {
    const part = `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\n${'x'.repeat(5_000_001)}\r\n`;
    expect(read(`Content-Type: multipart/mixed; boundary=b\n\n${part}--b--`).files?.length).toBe(1);
    expect(read(`Content-Type: multipart/mixed; boundary=b\n\n${part}${part}--b--`).files).toBeNull();
  });

  it('counts the servers that it has passed', () => {
    expect(read(`${'Received: by mx.example.net\n'.repeat(7)}From: a@example.com\n\nReceived: by nobody`).hops).toBe(7);
  });
});

describe('the name of a file', () => {
  const named = (fields: string) => {
    const raw = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nHi\n--b\n${fields}\n\nx\n--b--`;
    return read(raw).files?.map(({ filename }) => filename);
  };

  it.each([
    ["Content-Disposition: attachment; filename*=UTF-8''%C3%A9t%C3%A9.pdf; filename=ete.pdf", 'été.pdf'],
    ["Content-Disposition: attachment; filename*0*=UTF-8''%C3%A9t; filename*1=e.pdf", 'éte.pdf'],
    ['Content-Disposition: attachment; filename="a;b \\"c\\".pdf"', 'a;b c.pdf'],
    ['Content-Type: application/pdf; name="=?utf-8?q?=C3=A9t=C3=A9.pdf?="', 'été.pdf'],
    ['Content-Disposition: attachment; filename="../../etc/passwd"', 'passwd'],
    ['Content-Disposition: attachment; filename="C:\\\\Users\\\\ada\\\\cv.doc"', 'cv.doc'],
    ['Content-Disposition: attachment; filename="photo\u202Egpj.exe"', 'photogpj.exe'],
    ['Content-Disposition: attachment; filename=".."', 'file-1.txt'],
    ['Content-Type: application/pdf', 'file-1.pdf'],
    ['Content-Type: application/x-unknown', 'file-1'],
    ['Content-Type: message/rfc822', 'file-1.eml'],
  ])('%s', (fields, filename) => {
    expect(named(fields)).toEqual([filename]);
  });

  it('is cut before its extension', () => {
    const [name = ''] = named(`Content-Disposition: attachment; filename="${'a'.repeat(300)}.pdf"`) ?? [];
    expect([name.length, name.slice(-5)]).toEqual([200, 'a.pdf']);
  });
});

describe('a sender', () => {
  it.each([
    ['Ada Lovelace <ada@example.com>', 'ada@example.com', 'Ada Lovelace'],
    ['"Lovelace, Ada" <ada@example.com>', 'ada@example.com', 'Lovelace, Ada'],
    ['ada@example.com (Ada)', 'ada@example.com', 'Ada'],
    ['ada@example.com', 'ada@example.com', null],
    ['<ada@example.com>', 'ada@example.com', null],
    ['"evil@example.net" <ada@example.com>', 'ada@example.com', 'evil@example.net'],
    ['Nobody', null, null],
    ['', null, null],
    [`<${'a'.repeat(400)}@example.com>`, null, null],
  ])('%s', (field, address, name) => {
    expect(readSender(field)).toEqual({ address, name });
  });
});

describe('what older parts of mail say', () => {
  it('lines that flow are joined, and quotes of another depth are not', () => {
    expect(unflow('One \nline\n> two \n> lines\n-- \nAda', false)).toBe('One line\n> two lines\n-- \nAda');
    expect(unflow('do \nnut', true)).toBe('donut');
  });

  it('parameters that are broken are not read', () => {
    expect(readTextParameter('text/plain; name', 'name')).toBeNull();
    expect(readTextParameter('a; name*=nowhere', 'name')).toBe('nowhere');
    expect(readTextParameter("a; name*=x-none''%ff", 'name')).toBe('ÿ');
  });
});
