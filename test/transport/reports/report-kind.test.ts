import { describe, expect, it } from 'vitest';
import { readReport } from '../../../src/transport/reports/read-report.ts';
import { awaySigns, delaySigns, failureSigns, waitingSigns } from '../../../src/transport/reports/report-kind.ts';

const read = (text: string) => readReport(Buffer.from(text.replace(/\n/g, '\r\n')));
const samples = (signs: typeof awaySigns) => signs.map(({ sample, pattern }) => [sample, pattern] as const);

describe('signs of a report', () => {
  it.each([...samples(failureSigns), ...samples(awaySigns), ...samples(delaySigns), ...samples(waitingSigns)])(
    '"%s" has its own',
    (sample, own) => {
      expect(sample).toMatch(own);
    },
  );

  it.each(samples(failureSigns))('"%s" over an address is a bounce, whoever sends it', async (subject) => {
    const report = await read(`From: system@dest.example\nSubject: ${subject}\n\n<ada@dest.example>: 550 5.2.2 full\n`);
    expect(report).toMatchObject({ kind: 'bounce', recipients: [{ reason: 'mailboxfull' }] });
  });

  it.each(samples(awaySigns))('"%s" is the answer of a machine', async (subject) => {
    const report = await read(`From: ada@dest.example\nSubject: ${subject}\n\nBack on Monday.\n`);
    expect(report).toMatchObject({ kind: 'auto_reply', recipients: [{ reason: 'vacation', hard: false }] });
  });

  it.each(samples(delaySigns))('"%s" tells of a delay alone, whatever it repeats', async (subject) => {
    const report = await read(
      `From: MAILER-DAEMON@mx.dest.example\nSubject: ${subject}\n\n<ada@dest.example>: 550 5.1.1 User unknown (in reply to RCPT TO command)\n`,
    );
    expect(report).toMatchObject({ kind: 'delayed', recipients: [{ delayed: true, hard: false }] });
  });

  it('a warning of what failed is no delay', async () => {
    const report = await read(`From: MDaemon@dest.example
Subject: MDaemon Warning - delivery failed

The following reason was given:

--> RCPT To:<ada@dest.example>
<-- 550 <ada@dest.example>, Recipient unknown
`);
    expect(report).toMatchObject({ kind: 'bounce', recipients: [{ delayed: false, hard: true }] });
  });

  it.each([
    ['Delivery problem with my order', 'My parcel was not delivered: the courier says that the address is unknown.'],
    ['Returned mail, failed delivery: what our shop does', 'Buy now.'],
  ])('people who write "%s" report nothing', async (subject, text) => {
    expect((await read(`From: ada@dest.example\nSubject: ${subject}\n\n${text}\n`)).kind).toBe('other');
  });

  it.each(['displayed', 'deleted'])('a receipt of a mail that was %s changes nothing', async (what) => {
    const report = await read(`From: ada@dest.example
Subject: Not read: Your order was not delivered
MIME-Version: 1.0
Content-Type: multipart/report; report-type=disposition-notification; boundary="b"

--b
Content-Type: text/plain

Your message was ${what}.

--b
Content-Type: message/disposition-notification

Final-Recipient: rfc822; ada@dest.example
Disposition: manual-action/MDN-sent-manually; ${what}

--b
Content-Type: message/rfc822

Received: by mx.dest.example
Subject: Your order
Message-ID: <1@shop.example>

Hello
--b--
`);
    expect(report).toMatchObject({ kind: 'auto_reply', recipients: [{ hard: false }] });
  });
});

/** A delivery report as most systems send it. */
const delivery = (
  status: string,
  diagnostic: string,
  { action = 'failed', told = '', type = 'delivery-status' } = {},
) =>
  read(`From: MAILER-DAEMON@mx.dest.example (Mail Delivery System)
Subject: Report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

${told}

--b
Content-Type: message/${type}

Reporting-MTA: dns; mx.dest.example

Final-Recipient: rfc822; ada@dest.example
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}

--b--
`);

/** Written after what these systems send, none of it from a collection. */
describe('reports of many systems', () => {
  it.each([
    [
      '5.1.10',
      'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@dest.example not found by SMTP address lookup',
    ],
    [
      '5.4.1',
      'smtp;550 5.4.1 Recipient address rejected: Access denied. [DB5EUR03FT012.eop-EUR03.prod.protection.outlook.com]',
    ],
    ['5.4.310', 'smtp;550 5.4.310 DNS domain dest.example does not exist [Message=InfoDomainNonexistent]'],
    ['5.1.1', 'x-postfix; unknown user: "ada"'],
    [
      '5.4.4',
      'X-Postfix; Host or domain name not found. Name service error for name=dest.example type=A: Host not found',
    ],
    ['5.1.10', 'X-Postfix; Domain dest.example does not accept mail (nullMX)'],
    ['5.0.0', 'smtp; 554 delivery error: dd Not a valid recipient - atlas-production'],
    ['5.1.1', 'X-Notes; User ada (ada@dest.example) not listed in Domino Directory'],
    ['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled.'],
    ['5.0.0', 'smtp; 550 Message was not accepted -- invalid mailbox. Local mailbox x is unavailable: user not found'],
    ['5.0.0', 'smtp; 550 Usuário desconhecido'],
    ['5.7.1', 'smtp; 550 5.7.1 No such user!'],
  ])('%s %s: hard', async (status, diagnostic) => {
    const { kind, recipients } = await delivery(status, diagnostic);
    expect([kind, recipients]).toMatchObject(['bounce', [{ hard: true, category: 'recipient' }]]);
  });

  it.each([
    ['5.2.2', 'smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException', 'mailboxfull'],
    ['4.2.2', 'smtp; 452 4.2.2 Over quota', 'mailboxfull'],
    ['5.1.1', 'smtp; 550 5.1.1 <ada@dest.example> Account is over quota, mailbox full', 'mailboxfull'],
    ['5.0.0', 'smtp; 552 Das Postfach des Empfängers ist voll', 'mailboxfull'],
    [
      '5.7.133',
      'smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
      'securityerror',
    ],
    ['5.7.509', 'smtp;550 5.7.509 Access denied, sending domain does not pass DMARC verification', 'authfailure'],
    ['5.7.26', 'smtp; 550-5.7.26 Your email has been blocked because the sender is unauthenticated.', 'authfailure'],
    ['4.4.7', 'smtp;550 4.4.7 QUEUE.Expired; message expired', 'expired'],
    ['5.4.14', 'smtp;554 5.4.14 Hop count exceeded - possible mail loop ATTR34', 'networkerror'],
    ['5.2.3', 'smtp;550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient', 'mesgtoobig'],
    ['4.2.0', 'smtp; 450 4.2.0 <ada@dest.example>: Recipient address rejected: Greylisted', 'onhold'],
    [
      '5.7.1',
      'smtp; 550 5.7.1 Service unavailable; client [198.51.100.7] blocked using Spamhaus; user unknown',
      'blocked',
    ],
  ])('%s %s: soft, %s', async (status, diagnostic, reason) => {
    const { kind, recipients } = await delivery(status, diagnostic);
    expect([kind, recipients]).toMatchObject(['bounce', [{ hard: false, reason }]]);
  });

  it('a delay is none of either, whatever its code', async () => {
    const report = await delivery('5.1.1', 'smtp; 550 5.1.1 User unknown', { action: 'delayed' });
    expect(report.recipients).toMatchObject([{ delayed: true, hard: false }]);
  });

  it('a report for mail beyond ASCII is read as any other (RFC 6533)', async () => {
    const report = await delivery('5.1.1', 'smtp; 550 5.1.1 User unknown', { type: 'global-delivery-status' });
    expect(report.recipients).toMatchObject([{ hard: true }]);
  });

  it('qmail ends its own words with the code', async () => {
    const report = await read(`From: MAILER-DAEMON@mx.dest.example
Subject: failure notice

Hi. This is the qmail-send program at mx.dest.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ada@dest.example>:
Sorry, no mailbox here by that name. (#5.1.1)
`);
    expect(report.recipients).toMatchObject([{ status: '5.1.1', reply: '', hard: true }]);
  });
});
