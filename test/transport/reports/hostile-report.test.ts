/** Mails from strangers that were made to hold the process: none may take more than its share of a second. */
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../src/ground/secrets.ts';
import { classifyReply, parseReply } from '../../../src/transport/replies/classify-reply.ts';
import { redactReply } from '../../../src/transport/replies/redact-reply.ts';
import { startInbound } from '../../../src/transport/reports/inbound.ts';
import { inboundCertificate } from '../../../src/transport/reports/inbound-certificate.ts';
import { readReport } from '../../../src/transport/reports/read-report.ts';
import { longestStretch, threadTime } from '../../support/thread-time.ts';

/** Characters of each hostile mail: more than is read of one. */
const length = 262_144;
/** One piece of work takes some ten milliseconds; what backtracks takes minutes. */
const pieceMaxMs = 3_000;

const from = 'From: MAILER-DAEMON@example.net\r\nTo: b@bounces.demo.test\r\nSubject: failure notice\r\n';
const report = `${from}Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n`;
const fill = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const numbered = (line: (at: number) => string) => Array.from({ length: 10_000 }, (_, at) => line(at)).join('');

/** Where hostile text can stand. */
const places: readonly (readonly [string, (text: string) => string])[] = [
  ['plain text', (text) => `${from}\r\n${text}`],
  ['HTML', (text) => `${from}Content-Type: text/html\r\n\r\n${text}`],
  ['a subject', (text) => `From: mailer-daemon@a.b\r\nSubject: ${text}\r\n\r\nhello`],
  ['a boundary', (text) => `Content-Type: multipart/mixed; boundary=${text}\r\n\r\nhello`],
  ['a header field', (text) => `X: ${text}\r\n\r\nhello`],
  ['quoted-printable', (text) => `${from}Content-Transfer-Encoding: quoted-printable\r\n\r\n${text}`],
  ['base64', (text) => `${from}Content-Transfer-Encoding: base64\r\n\r\n${text}`],
  ['ISO-2022-JP', (text) => `${from}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${text}`],
  ['a delivery status', (text) => `${report}Content-Type: message/delivery-status\r\n\r\n${text}`],
  [
    'a diagnostic field',
    (text) =>
      `${report}Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@b.c\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 ${text}`,
  ],
  ['an abuse report', (text) => `${report}Content-Type: message/feedback-report\r\n\r\n${text}`],
  ['a quoted mail', (text) => `${report}Content-Type: message/rfc822\r\n\r\n${text}`],
];

/** Texts that slow down patterns and parsers when repeated. */
const units: readonly string[] = [
  ...['<', '<!--', '<style', '<script></script>', '<div>', '<a b="', '</', '&', '&lt;', '&#', '>', '"', '(', ';', '=?'],
  ...[
    '=?utf-8?q?a?= ',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\n ',
    ' \n',
    '\0',
    'é',
    '\\',
    '@',
    'a@',
    'a@b,',
    '<a@b.c>:\r\n',
  ],
  ...[
    'a@b.c\r\n',
    '550 ',
    '550 5.1.1 ',
    '5.1.1 ',
    '--b\r\n',
    '--b--\r\n',
    '-',
    'x: y\r\n',
    'Received: x\r\n y\r\n',
    '>to: x\n',
  ],
  ...[
    'user ',
    'user',
    'recipient is ',
    'no such ',
    'host ',
    'mailbox full ',
    'exceed quota ',
    'quota exceed ',
    'message too ',
  ],
  ...[
    'sender ',
    'your ip ',
    'relay ',
    'http://',
    '%40',
    'this is a copy of ',
    'header of ',
    '>>> RCPT\r\n',
    'x\r\n',
    '..\r\n',
  ],
  ...[
    'Action: failed\r\n\r\n',
    'Final-Recipient: rfc822; a@b.c\r\nAction: failed\r\n\r\n',
    'Original-Rcpt-To: a@b\r\n',
  ],
];

const shapes: readonly (readonly [string, string])[] = [
  [
    'ten thousand recipients for programs',
    `${report}Content-Type: message/delivery-status\r\n\r\n${numbered((at) => `Final-Recipient: rfc822; u${at}@b.c\r\nAction: failed\r\n\r\n`)}`,
  ],
  ['ten thousand recipients for people', `${from}\r\n${numbered((at) => `u${at}@b.c:\r\n550 user unknown\r\n`)}`],
  ['ten thousand recipients in a transcript', `${from}\r\n${numbered((at) => `550 <u${at}@b.c>... user unknown\r\n`)}`],
  [
    'multiparts within multiparts',
    `${from}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${numbered((at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`)}`,
  ],
  [
    'multiparts beside multiparts',
    `${report}${numbered((at) => `Content-Type: multipart/mixed; boundary=c${at}\r\n\r\n--b\r\n`)}${'--zzzz\r\n'.repeat(10_000)}`,
  ],
  ['mails within mails', `${from}${numbered(() => 'Content-Type: message/rfc822\r\n\r\n')}`],
  ['tags within tags', `${from}Content-Type: text/html\r\n\r\n${'<div>'.repeat(20_000)}${'</div>'.repeat(20_000)}`],
  ['ten thousand parameters', `Content-Type: text/plain${numbered((at) => `; a*${at}*=utf-8''%41`)}\r\n\r\nhello`],
  ['ten thousand fields', `${numbered((at) => `x-${at}: y\r\n`)}\r\nhello`],
];

function expectQuick(about: string, work: () => void): void {
  const began = threadTime();
  work();
  expect(threadTime() - began, about).toBeLessThan(pieceMaxMs);
}

describe('a hostile report', () => {
  it.each(places)('costs little with anything repeated in %s', { timeout: 120_000 }, (_place, mailOf) => {
    for (const unit of units) {
      const mail = Buffer.from(mailOf(fill(unit)));
      expectQuick(JSON.stringify(unit), () => readReport(mail));
    }
  });

  it.each(shapes)('costs little with %s', (_about, mail) => {
    expectQuick('the whole', () => expect(readReport(Buffer.from(mail)).recipients.length).toBeLessThanOrEqual(10));
  });

  it('lets the process go on with other work, ten at a time over SMTP', { timeout: 120_000 }, async () => {
    const certificate = await inboundCertificate(null, 'mx.tidings.example');
    const inbound = await startInbound({
      host: '127.0.0.1',
      port: 0,
      bounceHost: 'mx.tidings.example',
      certificate: async () => certificate,
      secrets: createSecrets('a secret key of at least thirty-two characters'),
      log: pino({ level: 'silent' }),
      onLeave: async () => undefined,
      spamFilter: null,
      onLetter: async () => 'taken',
      onReport: async () => undefined,
    });
    const client = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
    try {
      const raw = `${from}Content-Type: text/html\r\n\r\n${`${'<'.repeat(900)}\r\n`.repeat(280)}`;
      const envelope = { from: '', to: 'abuse@mx.tidings.example' };
      const longest = await longestStretch(async () => {
        const sent = await Promise.all(Array.from({ length: 10 }, () => client.sendMail({ envelope, raw })));
        expect(sent.map(({ response }) => response.slice(0, 3))).toEqual(Array(10).fill('250'));
      });
      expect(longest).toBeLessThan(pieceMaxMs);
    } finally {
      client.close();
      await inbound.close();
    }
  });
});

describe('a hostile reply of a server', () => {
  it.each(units)('costs little with %j repeated', (unit) => {
    const reply = `550 ${fill(unit).slice(0, 65_536)}`;
    expectQuick(unit, () => classifyReply({ ...parseReply(reply), stage: 'rcpt' }));
    expectQuick(unit, () => redactReply(reply, 'ada@example.net'));
  });
});
