import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it } from 'vitest';
import { signDkim } from '../../../src/transport/mail/dkim.ts';
import { generateDkimKey, type NewDkimKey } from '../../../src/transport/mail/dkim-key.ts';
import { buildInSteps, buildMail, type Mail } from '../../../src/transport/mail/mail.ts';
import { MailHeaderError } from '../../../src/transport/mail/mail-header.ts';
import { MailTooLarge } from '../../../src/transport/mail/mime.ts';
import { roundsDuring } from '../../support/rounds-during.ts';
import { addedTo, forgedFields, fullMail, leanMail } from '../support/forged-fields.ts';

function mail(changes: Partial<Mail> = {}): Mail {
  return {
    messageId: '<01ABC@demo.test>',
    date: new Date('2026-03-04T05:06:07Z'),
    from: { address: 'orders@demo.test', name: 'Demo' },
    to: 'ada@example.com',
    replyTo: null,
    subject: 'Your order',
    html: '<p>Hello</p>',
    text: 'Hello\n',
    attachments: [],
    headers: [],
    ...changes,
  };
}

const parse = (raw: Buffer) => PostalMime.parse(raw);
const whole = (given: Mail) => Buffer.concat(buildMail(given));

describe('buildMail', () => {
  it('writes both bodies and the header so that a reader gets back what was given', async () => {
    const html = `<p style="color:#333">Grüße = ${'lang '.repeat(400)}</p>\n<p>trailing \t</p>\n`;
    const text = `Grüße 🎉 =20 ${'x'.repeat(300)} \n.\nFrom me\n\n`;
    const raw = whole(
      mail({
        html,
        text,
        subject: `Bestellung Nr. 5 – ${'Überraschung 🎁 '.repeat(12)}`.trim(),
        from: { address: 'orders@demo.test', name: 'Müller, "Söhne" & Co' },
        replyTo: 'help@bücher.example',
        headers: [['List-Unsubscribe', '<https://example.com/u/abc>']],
      }),
    );
    const read = await parse(raw);
    // The reader adds the line end that belongs to the boundary.
    expect(read.html).toBe(`${html}\n`);
    expect(read.text).toBe(`${text}\n`);
    expect(read.subject).toBe(`Bestellung Nr. 5 – ${'Überraschung 🎁 '.repeat(12)}`.trim());
    expect(read.from).toMatchObject({ address: 'orders@demo.test', name: 'Müller, "Söhne" & Co' });
    expect(raw.toString()).toContain('Reply-To: help@xn--bcher-kva.example\r\n');
    expect(read.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe('<https://example.com/u/abc>');
    expect(read.date).toBe('2026-03-04T05:06:07.000Z');
    const lines = raw.toString('latin1').split('\r\n');
    expect(lines.every((line) => line.length <= 78 && !/[\r\n]/.test(line))).toBe(true);
  });

  it('shows images by their ids within the HTML, and leaves other files beside the mail', async () => {
    const image = { filename: 'qr.png', mediaType: 'image/png', contentId: 'qr-code', content: [Buffer.from('image')] };
    const file = { filename: 'a.pdf', mediaType: 'application/pdf', content: [Buffer.from('file')] };
    const html = '<img src="cid:qr-code">';
    const raw = whole(mail({ html, attachments: [file, image] })).toString();
    const types = [...raw.matchAll(/^Content-Type: ([^;]+)/gm)].map(([, type]) => type);
    const within = ['text/plain', 'multipart/related', 'text/html', 'image/png'];
    expect(types).toEqual(['multipart/mixed', 'multipart/alternative', ...within, 'application/pdf']);
    expect(raw).toContain('Content-Type: multipart/related; type="text/html"; boundary="=_tidings_related"\r\n');
    const read = await parse(Buffer.from(raw));
    expect(
      read.attachments.map(({ filename, disposition, contentId, related }) => ({
        filename,
        disposition,
        contentId,
        related,
      })),
    ).toEqual([
      { filename: 'qr.png', disposition: 'inline', contentId: '<qr-code>', related: true },
      { filename: 'a.pdf', disposition: 'attachment', contentId: undefined, related: undefined },
    ]);
    expect(read.html).toBe(`${html}\n`);
    const alone = whole(mail({ attachments: [image] })).toString();
    expect(alone).toContain('\r\nContent-Type: multipart/alternative');
    expect(alone).not.toContain('multipart/mixed');
  });

  it('writes the address outside of the encoded name: readers differ in what they forgive', () => {
    const raw = whole(mail({ from: { address: 'orders@demo.test', name: 'مها الخطيب من ليميكر وشركاه' } }));
    expect(raw.toString('latin1')).toMatch(/^From: (?:=\?UTF-8\?B\?[\w+/=]+\?=\s+)+<orders@demo\.test>\r$/m);
  });

  it('carries attachments unchanged, whatever their names', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256));
    const raw = whole(
      mail({
        attachments: [
          {
            filename: 'plan.pdf',
            mediaType: 'application/pdf',
            content: [content.subarray(0, 100), content.subarray(100)],
          },
          { filename: 'Übersicht "1"; a.png', mediaType: 'image/png', content: [Buffer.alloc(0)] },
        ],
      }),
    );
    const read = await parse(raw);
    expect(read.html).toBe('<p>Hello</p>\n');
    expect(read.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['plan.pdf', 'application/pdf'],
      ['Übersicht "1"; a.png', 'image/png'],
    ]);
    expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true);
  });

  it('keeps the extension of a long file name in the spelling that every client reads', () => {
    const filename = `${'x'.repeat(50)}.exe${'y'.repeat(150)}.pdf`;
    const raw = whole(
      mail({ attachments: [{ filename, mediaType: 'application/pdf', content: [Buffer.from('x')] }] }),
    ).toString('latin1');
    const shown = [...raw.matchAll(/(?:file)?name="(.*)"/g)].map(([, name]) => name);
    expect(shown).toEqual([`${'x'.repeat(50)}.pdf`, `${'x'.repeat(50)}.pdf`]);
  });

  const blanks = ' '.repeat(1_200);
  it.each([
    ['blanks alone', `a${blanks}b`, 'a b'],
    ['blanks and tabs', `a${' \t'.repeat(1_200)}b`, 'a b'],
    ['blanks around a word that is encoded', `${blanks}é${blanks}b`, 'é b'],
    ['one word', 'x'.repeat(4_000), 'x'.repeat(4_000)],
    ['words that are encoded', 'Überraschung 🎁 '.repeat(60).trim(), 'Überraschung 🎁 '.repeat(60).trim()],
    ['one word that is encoded', '日'.repeat(900), '日'.repeat(900)],
    ['what looks encoded', '=?UTF-8?B?eA==?='.repeat(40), '=?UTF-8?B?eA==?='.repeat(40)],
  ])('writes no line that is too long, whatever a subject or a name brings: %s', async (_what, text, shown) => {
    const raw = whole(mail({ subject: text, from: { address: 'orders@demo.test', name: text } }));
    const lines = raw.toString('latin1').split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
    for (const line of lines.filter((each) => each.includes('=?UTF-8?B?'))) expect(line.length).toBeLessThanOrEqual(76);
    const read = await parse(raw);
    expect(read.subject).toBe(shown);
    expect(read.from).toMatchObject({ address: 'orders@demo.test', name: shown });
  });

  it('does not write a field with a word that fits on no line', () => {
    const headers = [['List-Unsubscribe', `<https://example.com/${'u'.repeat(1_000)}>`]] as const;
    expect(() => whole(mail({ headers }))).toThrow(MailHeaderError);
  });

  it('builds the same mail to the byte twice', () => {
    expect(whole(mail()).equals(whole(mail()))).toBe(true);
  });

  it.each<[string, Partial<Mail>]>([
    ['subject', { subject: 'Hi\r\nBcc: x@example.com' }],
    ['subject with a bare line feed', { subject: 'Hi\nBcc: x@example.com' }],
    ['subject with a null character', { subject: 'Hi\0' }],
    ['display name', { from: { address: 'a@demo.test', name: 'A\r\nBcc: x@example.com' } }],
    ['sender', { from: { address: 'a@demo.test>\r\nBcc: x', name: null } }],
    ['recipient', { to: 'a@example.com\nBcc: x@example.com' }],
    ['recipient that is two', { to: 'a@example.com, b@example.com' }],
    ['reply address', { replyTo: 'a@example.com\r' }],
    ['further field', { headers: [['X-A', 'b\r\n\r\nbody']] }],
    ['name of a field', { headers: [['X-A: b\r\nX-C', 'd']] }],
    ['message id', { messageId: '<a@b>\r\nX: y' }],
    [
      'file name',
      { attachments: [{ filename: 'a\r\nb.pdf', mediaType: 'application/pdf', content: [Buffer.alloc(1)] }] },
    ],
  ])('refuses a line break in the %s', (_field, changes) => {
    expect(() => whole(mail(changes))).toThrow(MailHeaderError);
  });
});

describe('signDkim', () => {
  let key: NewDkimKey;
  beforeAll(async () => {
    key = await generateDkimKey();
  });

  async function verify(raw: Buffer) {
    const resolver = async (name: string, type: string) => {
      expect([name, type]).toEqual(['td1._domainkey.demo.test', 'TXT']);
      return [[`v=DKIM1; k=rsa; p=${key.publicKey}`]];
    };
    const { results } = await dkimVerify(raw, { resolver });
    return results[0];
  }

  const signPieces = (pieces: readonly Buffer[]) =>
    signDkim(pieces, {
      domain: 'demo.test',
      selector: 'td1',
      privateKey: createPrivateKey(key.privateKeyPem),
      date: new Date('2026-03-04T05:06:07Z'),
    });
  const sign = async (raw: Buffer) => Buffer.concat(await signPieces([raw]));

  it.each<[string, Partial<Mail>]>([
    ['plain', {}],
    ['empty', { html: '', text: '' }],
    ['blanks and empty lines at the end', { html: ' <p>a \t b</p>  \n\n\n', text: '\t\n \n\n' }],
    ['long folded fields', { subject: 'Ein sehr langer Betreff für Ünïcode '.repeat(9) }],
    [
      'attachments',
      { attachments: [{ filename: 'a.pdf', mediaType: 'application/pdf', content: [Buffer.alloc(999, 7)] }] },
    ],
    [
      'unsubscribe fields',
      {
        headers: [
          ['List-Unsubscribe', `<https://example.com/unsubscribe/${'a'.repeat(200)}>`],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
        ],
      },
    ],
  ])('is found valid by an independent verifier: %s', async (_title, changes) => {
    const result = await verify(await sign(whole(mail(changes))));
    expect(result?.status).toMatchObject({ result: 'pass', aligned: 'demo.test' });
    expect(result).toMatchObject({ algo: 'rsa-sha256', format: 'relaxed/relaxed', modulusLength: 2048 });
  });

  it('is the same however the body is cut', async () => {
    const raw = whole(mail({ text: '\t\n \n\n', html: ' <p>a \t b</p>  \n\n\n' }));
    const body = raw.indexOf('\r\n\r\n') + 4;
    const bytes = Array.from(raw.subarray(body), (byte) => Buffer.of(byte));
    const cut = await signPieces([raw.subarray(0, body), ...bytes, Buffer.from(' \r\n'), Buffer.from('\r\n')]);
    expect((await verify(Buffer.concat(cut)))?.status.result).toBe('pass');
    expect(
      Buffer.concat(cut)
        .subarray(0, -5)
        .equals(await sign(raw)),
    ).toBe(true);
  });

  it('covers the unsubscribe fields', async () => {
    const raw = await sign(whole(mail({ headers: [['List-Unsubscribe', '<https://example.com/u>']] })));
    const forged = Buffer.from(raw.toString('latin1').replace('example.com/u', 'example.com/v'), 'latin1');
    expect((await verify(raw))?.status.result).toBe('pass');
    expect((await verify(forged))?.status.result).toBe('fail');
  });

  it('does not outlive a changed body', async () => {
    const raw = (await sign(whole(mail()))).toString('latin1');
    expect((await verify(Buffer.from(raw.replace('Hello', 'Hallo'), 'latin1')))?.status.result).not.toBe('pass');
  });

  it.each(forgedFields)('does not outlive an added %s, whether the mail has one or none', async (name, value) => {
    for (const changes of [leanMail, fullMail]) {
      const raw = (await sign(whole(mail(changes)))).toString('latin1');
      expect((await verify(Buffer.from(raw, 'latin1')))?.status.result).toBe('pass');
      for (const forged of addedTo(raw, `${name}: ${value}`)) {
        expect((await verify(Buffer.from(forged, 'latin1')))?.status.result, `${changes.headers?.length}`).toBe('fail');
      }
    }
  });

  it('outlives fields that mail servers add on the way', async () => {
    const raw = (await sign(whole(mail(fullMail)))).toString('latin1');
    for (const field of ['Received: from a by b; Wed, 4 Mar 2026 05:06:07 +0000', 'Return-Path: <b@demo.test>']) {
      for (const passed of addedTo(raw, field)) {
        expect((await verify(Buffer.from(passed, 'latin1')))?.status.result).toBe('pass');
      }
    }
  });

  it('shows no mail of an attacker in a value that looks like a part, under a field that was added', async () => {
    const part = '--evil\r\nContent-Type: text/html\r\n\r\n<h1>Pay here</h1>\r\n--evil--\r\n';
    const raw = (await sign(whole(mail({ text: part })))).toString('latin1');
    for (const forged of addedTo(raw, 'Content-Type: multipart/mixed; boundary=evil')) {
      expect((await verify(Buffer.from(forged, 'latin1')))?.status.result).toBe('fail');
    }
  });

  it('ends no part at a line of a value that looks like the boundary', async () => {
    const boundaries = ['--=_tidings_alternative', '--=_tidings_mixed'].flatMap((line) => [line, `${line}--`]);
    const hostile = `${boundaries.join('\r\n')}\r\nContent-Type: text/html\r\n\r\n<h1>Pay here</h1>\r\n`;
    const filename = `${boundaries.join(' ')} ${boundaries.join('')}.pdf`;
    const attachments = [{ filename, mediaType: 'application/pdf', content: [Buffer.from(hostile)] }];
    const raw = whole(mail({ text: hostile, html: hostile, subject: boundaries.join(' '), attachments }));
    const delimiters = raw
      .toString('latin1')
      .split('\r\n')
      .filter((line) => line.startsWith('--=_'));
    expect(delimiters).toEqual([
      '--=_tidings_mixed',
      '--=_tidings_alternative',
      '--=_tidings_alternative',
      '--=_tidings_alternative--',
      '--=_tidings_mixed',
      '--=_tidings_mixed--',
    ]);
    const read = await parse(raw);
    expect([read.text, read.html]).toEqual(
      [`${hostile}\n`, `${hostile}\n`].map((text) => text.replaceAll('\r\n', '\n')),
    );
  });
});

describe('a text of megabytes', () => {
  it('is encoded in steps, and reads back as it was', async () => {
    const text = 'line é = \r\nمها '.repeat(60_000);
    const steps = buildInSteps(mail({ text }));
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(3);
    const [plain] = Buffer.concat(step.value).toString('latin1').split('--=_tidings_alternative').slice(1);
    const encoded = (plain ?? '').split('\r\n\r\n').slice(1).join('\r\n\r\n').replace(/\r\n$/, '');
    expect(Math.max(...encoded.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
    const bytes = encoded
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    expect(Buffer.from(bytes, 'latin1').toString('utf8')).toBe(text);
  });

  it('is too large beyond what servers take', () => {
    expect(() => whole(mail({ html: 'م'.repeat(6_000_000) }))).toThrow(MailTooLarge);
  });
});

describe('a file of megabytes', () => {
  const content = Buffer.alloc(5_000_000, 'file');
  const attachments = [
    {
      filename: 'a.pdf',
      mediaType: 'application/pdf',
      content: [content.subarray(0, 1_000_001), content.subarray(1_000_001)],
    },
  ];

  it('is encoded in steps, and never one buffer', async () => {
    const steps = buildInSteps(mail({ attachments }));
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(15);
    expect(Math.max(...step.value.map(({ length }) => length))).toBeLessThan(400_000);
    const read = await parse(Buffer.concat(step.value));
    expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true);
  });

  it('is signed piece by piece', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pieces = buildMail(mail({ attachments }));
    const key = { domain: 'demo.test', selector: 'td1', privateKey, date: new Date(0) };
    expect(await roundsDuring(() => signDkim(pieces, key))).toBeGreaterThan(15);
  });
});
