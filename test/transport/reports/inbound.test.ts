import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/ground/ids.ts';
import { createSecrets } from '../../../src/ground/secrets.ts';
import { signLeaveAddress, signMessageHeader, signReturnPath } from '../../../src/transport/mail/return-path.ts';
import type { InboundReport } from '../../../src/transport/reports/find-reports.ts';
import { type Inbound, startInbound } from '../../../src/transport/reports/inbound.ts';
import { type CertificatePair, inboundCertificate } from '../../../src/transport/reports/inbound-certificate.ts';
import { abuseReport, deliveryReport } from '../../support/reports.ts';

const secrets = createSecrets('a secret key of at least thirty-two characters');
const id = newId(new Date('2026-01-02T03:04:05Z'));
const returnPath = signReturnPath(secrets, id, 'demo.test');

let certificate: CertificatePair;
let inbound: Inbound;
let reports: InboundReport[];
let left: string[];
let failing: boolean;
let logged: string[];

beforeEach(async () => {
  reports = [];
  left = [];
  failing = false;
  logged = [];
  certificate = await inboundCertificate(null, 'mx.tidings.example');
  inbound = await startInbound({
    host: '127.0.0.1',
    port: 0,
    bounceHost: 'mx.tidings.example',
    certificate: async () => certificate,
    secrets,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    async onReport(report) {
      if (failing) throw new Error('the database is away');
      reports.push(report);
    },
    async onLeave(messageId) {
      if (failing) throw new Error('the database is away');
      left.push(messageId);
    },
    spamFilter: null,
    onLetter: async () => 'taken',
  });
});

afterEach(() => inbound.close());

async function send(to: string | string[], raw: string, from = ''): Promise<string> {
  const client = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
  try {
    const info = await client.sendMail({ envelope: { from, to }, raw: raw.replace(/\r?\n/g, '\r\n') });
    return info.response;
  } catch (error) {
    return String((error as { response?: string }).response);
  } finally {
    client.close();
  }
}

const complaint = (type: string, header: string) =>
  abuseReport(type, `From: orders@demo.test\nSubject: Your order\n${header}`);

const unknownUser = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <ada@example.net>: User unknown';

describe('inbound listener', () => {
  it('reads a delivery report that came to a signed return path, in any letter case', async () => {
    for (const address of [returnPath, returnPath.toLowerCase(), returnPath.toUpperCase()]) {
      expect(await send(address, deliveryReport(unknownUser))).toMatch(/^250/);
    }
    expect(reports).toHaveLength(3);
    expect(reports[0]).toEqual({
      kind: 'bounce',
      messageId: id,
      hard: true,
      mailboxFault: false,
      category: 'recipient',
      status: '5.1.1',
      replyCode: 550,
      reply: '550 5.1.1 <[address]>: User unknown',
      address: 'ada@example.net',
    });
  });

  it.each([
    [
      'a full mailbox',
      'Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full',
      { kind: 'bounce', hard: false, category: 'recipient' },
    ],
    [
      'spam',
      'Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 Spam detected',
      { kind: 'bounce', hard: false, category: 'content' },
    ],
    [
      'a delay',
      'Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; connect: Connection timed out',
      { kind: 'delayed', hard: false },
    ],
    ['a delivery', 'Action: delivered\nStatus: 2.0.0', { kind: 'delivered', hard: false }],
    ['a relay to a system without reports', 'Action: relayed\nStatus: 2.0.0', { kind: 'delivered', hard: false }],
  ])('tells %s', async (_about, fields, expected) => {
    expect(await send(returnPath, deliveryReport(fields))).toMatch(/^250/);
    expect(reports).toEqual([expect.objectContaining({ ...expected, messageId: id })]);
  });

  it('reads a bounce in plain words', async () => {
    const raw = `From: MAILER-DAEMON@mx.example.net
To: ${returnPath}
Subject: failure notice

Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ada@example.net>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 <ada@example.net>... User Unknown
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

Received: from demo.test by mx.example.net
Subject: Your order

Hello`;
    expect(await send(returnPath, raw)).toMatch(/^250/);
    expect(reports).toEqual([expect.objectContaining({ kind: 'bounce', hard: true, replyCode: 550, messageId: id })]);
    expect(JSON.stringify(reports)).not.toContain('ada');
  });

  it('takes no notice of automatic answers and letters to a return path', async () => {
    await send(returnPath, 'From: ada@example.net\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nI am away.');
    await send(returnPath, 'From: ada@example.net\nSubject: Thanks\n\nThank you for the order.');
    expect(reports).toEqual([]);
  });

  it.each([
    [
      'Original-Mail-From',
      (path: string) => abuseReport(`abuse\nOriginal-Mail-From: <${path}>`, 'Subject: Your order'),
    ],
    ['the quoted Return-Path', (path: string) => abuseReport('abuse', `Return-Path: <${path}>\nSubject: Your order`)],
    [
      'CFBL-Feedback-ID',
      (_path: string, mark: string) => abuseReport('abuse', `CFBL-Feedback-ID: ${mark}\nSubject: Your order`),
    ],
    [
      'CFBL-Feedback-ID among the fields',
      (_path: string, mark: string) => abuseReport(`abuse\nCFBL-Feedback-ID: ${mark}`, 'Subject: Your order'),
    ],
  ])('finds the message of an abuse report by %s alone, and no other', async (_trace, make) => {
    await send('abuse@bounces.demo.test', make(returnPath, signMessageHeader(secrets, id)));
    expect(reports).toEqual([expect.objectContaining({ kind: 'complaint', messageId: id })]);
    await send('abuse@bounces.demo.test', make(returnPath.replace(/.@/, '0@'), `${id}.${'a'.repeat(24)}`));
    expect(reports).toHaveLength(1);
  });

  it('counts aggregate reports in the log by their kind, and records nothing', async () => {
    const subject = 'Report Domain: demo.test Submitter: provider.example Report-ID: 1';
    await send('abuse@bounces.demo.test', `From: d@provider.example\nSubject: ${subject}\n\nH4sI\n`);
    await send(
      'abuse@bounces.demo.test',
      'From: t@provider.example\nSubject: x\nTLS-Report-Domain: demo.test\n\nH4sI\n',
    );
    const kinds = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'report received');
    expect(kinds.map(({ kind }) => kind)).toEqual(['dmarc_report', 'tls_report']);
    expect(reports).toEqual([]);
  });

  it('takes the mail of a mail app that unsubscribes, at the signed address in any letter case, and reads nothing of it', async () => {
    const address = signLeaveAddress(secrets, id, 'demo.test');
    for (const to of [address, address.toUpperCase()]) {
      expect(await send(to, 'From: ada@example.net\nSubject: unsubscribe\n\n', 'ada@example.net')).toMatch(/^250/);
    }
    expect(left).toEqual([id, id]);
    expect(reports).toEqual([]);
    failing = true;
    expect(await send(address, 'From: ada@example.net\nSubject: unsubscribe\n\n')).toMatch(/^451/);
  });

  it('takes no signature of another use for an address to unsubscribe at', async () => {
    for (const to of [returnPath.replace(/^b/, 'u'), signLeaveAddress(secrets, id, 'demo.test').replace(/^u/, 'b')]) {
      expect(await send(to, 'Subject: unsubscribe\n\n')).toMatch(/^550/);
    }
    expect(left).toEqual([]);
  });

  it.each(['postmaster', 'Postmaster', 'POSTMASTER'])('takes RCPT TO:<%s> without a domain', async (to) => {
    const socket = connect(inbound.port, '127.0.0.1');
    const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
    const said: string[] = [];
    for (const line of [null, 'HELO client.example', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'RCPT TO:<abuse>', 'QUIT']) {
      if (line !== null) socket.write(`${line}\r\n`);
      said.push((await replies.next()).value ?? '');
    }
    expect(said.map((reply) => reply.slice(0, 3))).toEqual([
      '220',
      '250',
      '250',
      '250',
      expect.stringMatching(/^5/),
      '221',
    ]);
  });

  it('understands a report as RFC 9477 has it, with the header of the mail alone', async () => {
    const raw = `From: <feedback@provider.example>
To: <fbl@bounces.demo.test>
Subject: FBL
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b9"

--b9
Content-Type: text/plain; charset=utf-8

This is an email abuse report.

--b9
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: FBL/0.1
Version: 0.1
Original-Mail-From: sender@mailer.example.com
Arrival-Date: Tue, 23 Jun 2026 06:31:38 GMT
Reported-Domain: demo.test
Source-IP: 192.0.2.1

--b9
Content-Type: text/rfc822-headers; charset=UTF-8
Content-Transfer-Encoding: 7bit

CFBL-Feedback-ID: ${signMessageHeader(secrets, id)}
Message-ID: <${id}@demo.test>
--b9--
`;
    expect(await send('fbl@bounces.demo.test', raw)).toMatch(/^250/);
    expect(reports).toEqual([expect.objectContaining({ kind: 'complaint', messageId: id })]);
  });

  it('refuses every other recipient, so that it relays nothing', async () => {
    const other = newId(new Date('2026-01-02T03:04:05Z'));
    for (const to of [
      'ada@example.net',
      'postmaster@example.net',
      'info@mx.tidings.example',
      returnPath.replace(id, other),
      `b+${id}@bounces.demo.test`,
      `b+${id}.aaaaaaaaaaaaaaaaaaaaaaaa@bounces.demo.test`,
      returnPath.replace('bounces.', ''),
    ]) {
      expect(await send(to, deliveryReport(unknownUser))).toMatch(/^550/);
    }
    expect(reports).toEqual([]);
  });

  it('finds the message of an abuse report by our signed header in the quoted mail', async () => {
    const header = `Tidings-Message: ${signMessageHeader(secrets, id)}\n`;
    for (const to of ['abuse@mx.tidings.example', 'FBL@mx.tidings.example', 'postmaster@bounces.demo.test']) {
      expect(await send(to, complaint('abuse', header), 'feedback@provider.example')).toMatch(/^250/);
    }
    expect(reports.map(({ kind, messageId }) => [kind, messageId])).toEqual(Array(3).fill(['complaint', id]));
  });

  it('accepts and drops abuse reports that are forged, unsigned or not about abuse', async () => {
    const signed = `Tidings-Message: ${signMessageHeader(secrets, id)}\n`;
    const forged = `Tidings-Message: ${id}.aaaaaaaaaaaaaaaaaaaaaaaa\n`;
    const abuse = 'abuse@mx.tidings.example';
    for (const raw of [complaint('abuse', ''), complaint('abuse', forged), complaint('not-spam', signed)]) {
      expect(await send(abuse, raw)).toMatch(/^250/);
    }
    expect(await send(abuse, deliveryReport(unknownUser, `${signed}Subject: x\n`))).toMatch(/^250/);
    expect(reports).toEqual([]);
  });

  it('asks the client to come again when the report cannot be recorded', async () => {
    failing = true;
    expect(await send(returnPath, deliveryReport(unknownUser))).toMatch(/^451/);
    failing = false;
    expect(await send(returnPath, deliveryReport(unknownUser))).toMatch(/^250/);
    expect(reports).toHaveLength(1);
  });

  it('tells one message once, though the report names its return path several times', async () => {
    await send([returnPath, returnPath.toLowerCase()], deliveryReport(unknownUser));
    expect(reports).toHaveLength(1);
  });

  it('reads the start of a huge report, and refuses one beyond its limit', async () => {
    const quoted = (bytes: number) =>
      `Subject: x\n\n${'x'
        .repeat(998)
        .concat('\n')
        .repeat(bytes / 999)}`;
    expect(await send(returnPath, deliveryReport(unknownUser, quoted(5_000_000)))).toMatch(/^250/);
    expect(reports).toHaveLength(1);
    expect(await send(returnPath, deliveryReport(unknownUser, quoted(26_000_000)))).toMatch(/^552|undefined/);
    expect(reports).toHaveLength(1);
  });
});

describe('STARTTLS', () => {
  it('is offered with the certificate that was given, and a report over it counts', async () => {
    const client = createTransport({
      host: '127.0.0.1',
      port: inbound.port,
      requireTLS: true,
      tls: { ca: certificate.cert, checkServerIdentity: () => undefined },
    });
    const raw = deliveryReport('Action: failed\nStatus: 5.1.1').replace(/\r?\n/g, '\r\n');
    await client.sendMail({ envelope: { from: '', to: returnPath }, raw });
    client.close();
    expect(reports).toMatchObject([{ kind: 'bounce', messageId: id, hard: true }]);
  });
});
