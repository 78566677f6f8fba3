/** Reports that anybody may mail, with content made to be slow to read. */
import type { Attack, World } from '../harness/attack.ts';
import { sendMail } from '../harness/send-mail.ts';

/** Characters of one part: what the listener reads of a report. */
const partSize = 250_000;

const filled = (unit: string, size = partSize) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
/** Lines of at most 900 characters, as transport needs them. */
const lines = (text: string) => text.replace(/.{900}/gs, '$&\r\n');

function mail(type: string, body: string, headers: readonly string[] = []): string {
  return ['From: <a@b.example>', `Content-Type: ${type}`, 'MIME-Version: 1.0', ...headers, '', body].join('\r\n');
}

function report(parts: readonly (readonly [type: string, body: string])[]): string {
  const boundary = 'b1';
  const written = parts.map(([type, body]) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`).join('');
  return mail(`multipart/report; report-type=delivery-status; boundary="${boundary}"`, `${written}--${boundary}--`, [
    'Subject: Undelivered Mail Returned to Sender',
  ]);
}

const status = 'Reporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822; ada@example.net\r\n';
const delivery = (fields: string) =>
  report([
    ['text/plain', 'Sorry'],
    ['message/delivery-status', status + fields],
  ]);

function one(name: string, raw: () => string, more: Partial<Attack> = {}): Attack {
  return { name, ...more, run: async (world: World) => [await sendMail(world, { raw: raw() })] };
}

export const attacks: readonly Attack[] = [
  one('250 kB of < in HTML', () => mail('text/html', lines(filled('<')))),
  one('250 kB of < in the text of a report', () =>
    report([
      ['text/html', lines(filled('<'))],
      ['message/delivery-status', status],
    ]),
  ),
  one('250 kB of <a without end', () => mail('text/html', lines(filled('<a ')))),
  one('250 kB of opened comments', () => mail('text/html', lines(filled('<!--')))),
  one('250 kB of opened styles and scripts', () => mail('text/html', lines(filled('<style><script>')))),
  one('250 kB of & in HTML', () => mail('text/html', lines(filled('&')))),
  one('250 kB of blanks', () => mail('text/plain', lines(filled(' ')))),
  one('250 kB of empty lines', () => mail('text/plain', filled('\r\n'))),
  one('250 kB of quoted lines', () => mail('text/plain', filled(`${'> '.repeat(40)}\r\n`))),
  one('250 kB of digits and dots as status codes', () => mail('text/plain', lines(filled('5.1.1 ')))),
  one('250 kB of @ and addresses', () => mail('text/plain', lines(filled('a@')))),
  one('a diagnostic code of 250 kB', () =>
    delivery(
      `Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; ${filled('550 5.1.1 <', 240_000).replace(/.{900}/gs, '$&\r\n ')}`,
    ),
  ),
  one('one field folded 60,000 times', () =>
    delivery(`Action: failed\r\nDiagnostic-Code: smtp; 550${filled('\r\n x', 240_000)}`),
  ),
  one('10,000 recipients in one report', () =>
    delivery(filled('Action: failed\r\nStatus: 5.1.1\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\n', 240_000)),
  ),
  one('30,000 header lines', () =>
    mail(
      'text/plain',
      'x',
      Array.from({ length: 30_000 }, (_, n) => `X-${n}: 1`),
    ),
  ),
  one('one header of 250 kB', () =>
    mail('text/plain', 'x', [`Subject: ${filled('=?utf-8?q?a?= ').replace(/.{900}/gs, '$&\r\n ')}`]),
  ),
  one(
    'received lines of 250 kB',
    () => mail('text/plain', 'x', [`Received: from ${filled('(', 240_000).replace(/.{900}/gs, '$&\r\n ')}`]),
    {},
  ),
  one('parts in parts, 2,000 deep', () => {
    const open = Array.from(
      { length: 2_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary="${n}"\r\n\r\n--${n}\r\n`,
    );
    return `From: <a@b.example>\r\nMIME-Version: 1.0\r\n${open.join('')}\r\nx`;
  }),
  one('100,000 empty parts', () => mail('multipart/mixed; boundary="b"', '--b\r\n\r\n'.repeat(100_000))),
  one(
    'mails in mails, 1,000 deep',
    () => `From: <a@b.example>\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000)}\r\nx`,
  ),
  one('a boundary of 200 kB', () =>
    mail(`multipart/mixed; boundary="${filled('b', 200_000).replace(/.{900}/gs, '$&\r\n ')}"`, 'x'),
  ),
  one('10,000 parameters of a content type', () =>
    mail(`text/plain${Array.from({ length: 10_000 }, (_, n) => `;\r\n a${n}*0*="%ff"`).join('')}`, 'x'),
  ),
  one(
    'a part in base64 of 20 MB',
    () => mail('text/html', lines(filled('PDw8PDw8', 20_000_000)), ['Content-Transfer-Encoding: base64']),
    { patience: 30_000 },
  ),
  one('quoted-printable of = alone', () =>
    mail('text/html', filled('=\r\n', 250_000), ['Content-Transfer-Encoding: quoted-printable']),
  ),
  one('an unknown charset', () => mail('text/html; charset="utf-7-x-\u00ff"', lines(filled('<p>')))),
  one('addresses of 240 kB in From and To', () =>
    mail('text/plain', 'x', [`To: ${filled('"a" <', 240_000).replace(/.{900}/gs, '$&\r\n ')}`]),
  ),
  one(
    'a group of 20,000 addresses',
    () => mail('text/plain', 'x', [`Cc: g: ${filled('a@b.example,\r\n ', 240_000)};`]),
    {},
  ),
  one('references of 250 kB', () => mail('text/plain', 'x', [`References: ${filled('<a@b>\r\n ', 240_000)}`]), {}),
];
