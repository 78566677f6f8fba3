/** Reports without fields for programs, written after what these systems send; none of it from a collection. */
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../src/transport/reports/read-report.ts';

const read = (mail: string) => readReport(Buffer.from(mail.replace(/\n/g, '\r\n')));
const from = (sender: string, subject: string, text: string) =>
  `From: ${sender}\nTo: shop@shop.example\nSubject: ${subject}\n\n${text}\n`;

const imail = (reason: string) =>
  from(
    'Postmaster <postmaster@mail.dest.example>',
    'Undeliverable Mail',
    `${reason}\n\nOriginal message follows.\n\nReceived: from mx.shop.example by mail.dest.example\nMessage-ID: <1@shop.example>\nSubject: unknown user`,
  );
const exchange = (reason: string) =>
  from(
    'System Administrator <postmaster@dest.example>',
    'Undeliverable: Your order',
    `Your message\n\n  To:      ada@dest.example\n  Subject: Your order\n  Sent:    Thu, 2 Jan 2026 03:04:05 -0000\n\ndid not reach the following recipient(s):\n\nada@dest.example on Thu, 2 Jan 2026 03:04:06 -0000\n    ${reason}\n    MSEXCH:IMS:DEST:SITE:EXCH01 0 (000C05A6)`,
  );
const gmx = (reply: string) =>
  from(
    'Mail Delivery System <mailer-daemon@dest.example>',
    'Mail delivery failed: returning message to sender',
    `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of\nits recipients. This is a permanent error. The following address\nfailed:\n\n"ada@other.example":\nSMTP error from remote server after RCPT command:\nhost: mx.other.example\n${reply}\n\n--- The header of the original message is following. ---\n\nReceived: from shop.example by dest.example\nSubject: user unknown\nDate: Thu, 2 Jan 2026 03:04:05 +0000`,
  );
const foundry = (reply: string) =>
  from(
    '<MAILER-DAEMON@filter.example>',
    'Message delivery has failed',
    `This is the MailFoundry at filter.example.\n\nUnable to deliver message to: <ada@dest.example>\nDelivery failed for the following reason:\nServer mx.dest.example[192.0.2.4] failed with: ${reply}\n\nThis has been a permanent failure.  No further delivery attempts will be made.`,
  );
const mobile = (reason: string) =>
  from(
    'Postmaster@mobile.example',
    'Mail System Error - Returned Mail',
    `Your mail sent on: Thu, 2 Jan 2026 12:00:00 +0900 Attn: Error\n\nCould not be delivered to: <ada@mobile.example>\n${reason}\n\n-----------------------------------------------\n\nReceived: from mx.shop.example`,
  );
const transcript = (lines: string) =>
  from(
    'Mail Delivery Subsystem <MAILER-DAEMON@relay.example>',
    'Returned mail: see transcript for details',
    `The original message was received at Thu, 2 Jan 2026 03:04:05 GMT\nfrom mx.shop.example [192.0.2.1]\n\n   ----- The following addresses had permanent fatal errors -----\n<ada@dest.example>\n\n   ----- Transcript of session follows -----\n... while talking to mx.dest.example.:\n${lines}`,
  );
const exim = (reason: string) =>
  from(
    'Mail Delivery System <Mailer-Daemon@relay.example>',
    'Mail delivery failed: returning message to sender',
    `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ada@dest.example\n    ${reason}\n\n------ This is a copy of the message, including all the headers. ------\n\nReturn-path: <shop@shop.example>\nReceived: from shop.example by relay.example\nSubject: 550 no such user`,
  );
const qmail = (reason: string) =>
  from(
    'MAILER-DAEMON@relay.example',
    'failure notice',
    `Hi. This is the qmail-send program at relay.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ada@dest.example>:\n${reason}\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <shop@shop.example>\nReceived: (qmail 1 invoked from network)\nSubject: mailbox is full`,
  );

describe('a report in plain words', () => {
  it.each([
    ['IMail', imail('unknown user: ada@dest.example')],
    [
      'IMail that repeats a reply',
      imail(
        'User ada could not be delivered to mx.dest.example.\nbody of message generated response:\n550 5.1.1 <ada@dest.example> unknown mailbox',
      ),
    ],
    [
      'Exchange 2003',
      exchange(
        'The recipient name is not recognized\n\tThe MTS-ID of the original message is: c=us;a= ;p=DEST;l=EXCH01',
      ),
    ],
    [
      'Exchange 2003, no account',
      exchange(
        'The e-mail account does not exist at the organization this message was sent to.  Check the e-mail\naddress, or contact the recipient directly to find out the correct address.',
      ),
    ],
    ['GMX', gmx('5.1.1 <ada@other.example>... No such mailbox')],
    ['MailFoundry', foundry('550 <ada@dest.example> There is no such mailbox here')],
    ['MailFoundry, after the content', foundry('554 5.0.0 ada: this recipient does not exist on this system')],
    ['KDDI', mobile('The user does not exist.')],
    ['au, disabled', mobile('The account of the user is disabled.')],
    ['docomo', transcript('>>> DATA\n<<< 550 Unknown user ada@mobile.example\n554 5.0.0 Service unavailable')],
    [
      'a sendmail that wraps',
      transcript(
        '>>> RCPT To:<ada@dest.example>\n<<< 550 5.7.1 Mailbox was closed by its owner\n550 5.7.1 <ada@dest.example>... Denied',
      ),
    ],
    [
      'a sendmail whose reply goes over lines',
      transcript(
        '>>> DATA\n<<< 550-5.2.1 The mailbox you tried to reach is inactive. For more\n<<< 550 5.2.1 see https://support.mail.example/?p=DisabledUser x1\n550 5.1.1 <ada@dest.example>... User unknown\n<<< 503 5.5.1 RCPT first',
      ),
    ],
    [
      'Domino in Japanese',
      from(
        'Mailer <postmaster@dest.example>',
        '配信エラー: ご注文',
        '次の受信者に配信できませんでした:\nada@dest.example\n\n理由: ユーザー ada (ada@dest.example) は Domino ディレクトリにリストされていません',
      ),
    ],
    [
      'a provider in German',
      from(
        'Mailer-Daemon@dest.example',
        'Unzustellbar: Ihre Bestellung',
        'Ihre Nachricht an ada@dest.example konnte nicht zugestellt werden.\n\nDer Empfänger ist unbekannt.',
      ),
    ],
    [
      'Yahoo',
      from(
        'MAILER-DAEMON@mail.example',
        'Failure Notice',
        "Sorry, we were unable to deliver your message to the following address.\n\n<ada@mail.example>:\n554: 5.7.9 delivery error: dd This user doesn't have a mail.example account (ada@mail.example) [0] - mta1.mail.example",
      ),
    ],
    [
      'a filter that shows both sides',
      from(
        'postmaster@filter.example',
        'Mail could not be delivered',
        'The message could not be delivered to ada@dest.example\n\nSent <<< RCPT TO:<ada@dest.example>\nReceived >>> 550 5.1.1 <ada@dest.example>... user unknown\n',
      ),
    ],
    [
      'Exim',
      exim(
        'SMTP error from remote mail server after RCPT TO:<ada@dest.example>:\n    host mx.dest.example [192.0.2.4]: 550 Mailbox no longer in use',
      ),
    ],
    ['Exim, no exchanger', exim('all relevant MX records point to non-existent hosts')],
    ['qmail', qmail("Sorry, I couldn't find any host named dest.example. (#5.1.2)")],
    [
      'qmail, after the content',
      qmail('192.0.2.4 failed after I sent the message.\nRemote host said: 550 account ada has been discontinued'),
    ],
    [
      'a system that names fields of the mail before it says what became of it',
      from(
        'Internet Mail Delivery <postmaster@dest.example>',
        'Delivery Notification: Delivery has failed',
        `This report relates to a message you sent with the following header fields:\n\n  Message-id: <1@shop.example>\n  Date: Thu, 2 Jan 2026 03:04:05 +0000\n  From: shop@shop.example\n  Subject: mailbox is full\n\nYour message cannot be delivered to the following recipients:\n\n  Recipient address: ada@dest.example\n  Reason: Remote SMTP server has rejected address\n  Diagnostic code: smtp;550 5.1.1 unknown user <ada@dest.example>`,
      ),
    ],
  ])('%s: hard', (_system, mail) => {
    expect(read(mail)).toMatchObject({ kind: 'bounce', recipients: [{ hard: true, delayed: false }] });
  });

  it.each([
    ['IMail, too much', imail('User mailbox exceeds allowed size: ada@dest.example')],
    ['IMail, too late', imail('delivery failed 20 attempts: ada@dest.example')],
    ['GMX, full', gmx('Quota exceeded. The mailbox of this user is full (5.1.1)')],
    ['MailFoundry, over quota', foundry('550 #5.1.1 This account is temporarily over quota')],
    ['KDDI, full', mobile('As their mailbox is full.')],
    [
      'a host that is not known at HELO',
      exim(
        'SMTP error from remote mail server after EHLO mx.relay.example:\n    host mx.dest.example [192.0.2.4]: 550 Host mx.relay.example does not exist',
      ),
    ],
    [
      'a sender that is not known',
      exim(
        'SMTP error from remote mail server after MAIL FROM:<shop@shop.example> SIZE=2000:\n    host mx.dest.example [192.0.2.4]: 550 user shop does not exist',
      ),
    ],
    [
      'a sender in a transcript',
      transcript(
        '>>> MAIL From:<shop@shop.example>\n<<< 553 5.1.8 shop.example: this domain does not exist\n550 5.1.1 <ada@dest.example>... User unknown',
      ),
    ],
    [
      'a block list behind the words of sendmail',
      transcript(
        '>>> RCPT To:<ada@dest.example>\n<<< 550 Mail from 192.0.2.1 is blocked, see http://bl.example/\n550 5.1.1 <ada@dest.example>... User unknown',
      ),
    ],
    [
      'what follows from a refusal before',
      transcript(
        '<<< 450 4.7.1 Client host rejected: cannot find your hostname\n>>> DATA\n<<< 554 5.5.1 Error: no valid recipients\n<<< 503 5.5.1 RCPT first',
      ),
    ],
    [
      'an account that is locked for now',
      qmail(
        '192.0.2.4 does not like recipient.\nRemote host said: 550 5.1.1 This account is locked for now, try again later',
      ),
    ],
    [
      'a name server that is away',
      qmail(
        "CNAME lookup failed temporarily. (#4.4.3)\nI'm not going to try again; this message has been in the queue too long.",
      ),
    ],
    [
      'what may be',
      from(
        'MAILER-DAEMON@dest.example',
        'Delivery failure',
        'Your mail to ada@dest.example was not delivered: the address was not found, or the server did not accept your mail.',
      ),
    ],
    [
      'no reason',
      from('MAILER-DAEMON@dest.example', 'Delivery failure', 'Your mail to ada@dest.example was not delivered.'),
    ],
  ])('%s: soft', (_system, mail) => {
    expect(read(mail)).toMatchObject({ kind: 'bounce', recipients: [{ hard: false, delayed: false }] });
  });

  it.each([
    ['This is a warning only: your mail to ada@dest.example has not arrived yet. 550 5.1.1 user unknown'],
    ['Your mail to ada@dest.example could not be delivered (user unknown). It will be retried for 2 more days.'],
    [
      '<ada@dest.example>: host mx.dest.example said: 550 User unknown\nYour message is still in the queue. You do not need to resend it.',
    ],
  ])('is of a delay where it says so: %s', (text) => {
    expect(read(from('MAILER-DAEMON@dest.example', 'Your mail', text))).toMatchObject({
      kind: 'delayed',
      recipients: [{ hard: false, delayed: true }],
    });
  });
});

const part = (type: string, text: string) => `--b\nContent-Type: ${type}\n\n${text}\n`;
const multipart = (header: string, ...parts: readonly string[]) =>
  `${header}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--\n`;

describe('a report within a mail', () => {
  const bounce = qmail('192.0.2.4 does not like recipient.\nRemote host said: 550 5.1.1 No such user');

  it('is read where the mail around it says nothing', () => {
    const forwarded = multipart(
      'From: postmaster@shop.example\nSubject: Fwd: failure notice\n',
      part('text/plain', 'See below.'),
      part('message/rfc822', bounce),
    );
    expect(readReport(Buffer.from(forwarded))).toMatchObject({
      kind: 'bounce',
      recipients: [{ hard: true, status: '5.1.1' }],
    });
  });

  it('is not read where it is the mail that came back', () => {
    const returned = multipart(
      'From: MAILER-DAEMON@relay.example\nSubject: Undelivered Mail\n',
      part('text/plain', '<shop@shop.example>: host mx.shop.example said: 554 5.7.1 Message content rejected'),
      part('message/rfc822', bounce),
    );
    expect(readReport(Buffer.from(returned))).toMatchObject({ kind: 'bounce', recipients: [{ hard: false }] });
  });

  it('is not read in the answer of a machine', () => {
    const away = multipart(
      'From: ada@dest.example\nSubject: Out of office\nAuto-Submitted: auto-replied\n',
      part('text/plain', 'Away.'),
      part('message/rfc822', bounce),
    );
    expect(readReport(Buffer.from(away)).kind).toBe('auto_reply');
  });
});
