/** Whole mails that come to a return path, made up after what systems and people send; labelled before they were read. */
import { robotsAndPeople } from './invented-people.ts';
import { type Labelled, plain, returnPath, statusReport } from './mail-forms.ts';

const daemon = 'MAILER-DAEMON@mx.dest.example (Mail Delivery System)';
const failed = (diagnostic: string, status = '5.0.0', more = '') =>
  `Final-Recipient: rfc822; ada@dest.example\nAction: failed\nStatus: ${status}\n${more}Diagnostic-Code: ${diagnostic}`;

const statusReports: readonly Labelled[] = [
  ['unknown-postfix', 'bounce', [true], failed('smtp; 550 5.1.1 <ada@dest.example>: User unknown', '5.1.1')],
  ['full-dovecot', 'bounce', [false], failed('smtp; 552 5.2.2 Quota exceeded, mailbox is full', '5.2.2')],
  [
    'sender-domain',
    'bounce',
    [false],
    failed(`smtp; 550 5.1.8 <${returnPath}>: Domain not found (in reply to RCPT TO command)`, '5.1.8'),
  ],
  ['sender-unknown', 'bounce', [false], failed(`smtp; 550 5.7.1 <${returnPath}>: User unknown`, '5.7.1')],
  ['sender-stage', 'bounce', [false], failed('smtp; 550 5.1.1 User unknown (in reply to MAIL FROM command)', '5.1.1')],
  ['final-4.0.0', 'bounce', [true], failed('dns; NXDOMAIN for dest.example: no such domain', '4.0.0')],
  ['final-4.4.7', 'bounce', [false], failed('smtp; 451 4.4.1 connection timed out', '4.4.7')],
  [
    'supplementary',
    'bounce',
    [true],
    failed(
      'smtp; 550 5.0.350 Remote server returned an error',
      '5.0.350',
      'X-Supplementary-Info: < #5.1.1 smtp; 550 5.1.1 ada@dest.example unknown user>\n',
    ),
  ],
  [
    'one-member-gone',
    'bounce',
    [false],
    `Original-Recipient: rfc822; ada@dest.example\nFinal-Recipient: rfc822; one@home.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown\n\nOriginal-Recipient: rfc822; ada@dest.example\nFinal-Recipient: rfc822; two@home.example\nAction: delivered\nStatus: 2.0.0`,
  ],
  [
    'one-relayed',
    'bounce',
    [false],
    `Final-Recipient: rfc822; one@home.example\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; ada@dest.example\nAction: expanded\nStatus: 2.0.0`,
  ],
  ['delayed', 'delayed', [false], `Final-Recipient: rfc822; ada@dest.example\nAction: delayed\nStatus: 4.4.1`],
  ['delivered', 'delivered', [], `Final-Recipient: rfc822; ada@dest.example\nAction: delivered\nStatus: 2.0.0`],
  [
    'relayed',
    'delivered',
    [],
    `Final-Recipient: rfc822; ada@dest.example\nAction: relayed\nStatus: 2.0.0\nDiagnostic-Code: smtp; 250 queued`,
  ],
  ['disabled-exchange', 'bounce', [true], failed('smtp; 550 5.2.1 STOREDRV; AccountDisabled', '5.2.1')],
  ['policy', 'bounce', [false], failed('smtp; 550 5.7.1 Message rejected by policy', '5.7.1')],
].map(([id, kind, hard, blocks]) => ({
  id: id as string,
  kind: kind as Labelled['kind'],
  hard: hard as readonly boolean[],
  mail: statusReport(daemon, 'Undelivered Mail Returned to Sender', blocks as string),
}));

const plainReports: readonly Labelled[] = [
  {
    id: 'qmail',
    kind: 'bounce',
    hard: [true],
    mail: plain(
      'MAILER-DAEMON@dest.example',
      'failure notice',
      "Hi. This is the qmail-send program at dest.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<ada@dest.example>:\nSorry, no mailbox here by that name. (#5.1.1)",
    ),
  },
  {
    id: 'qmail-full',
    kind: 'bounce',
    hard: [false],
    mail: plain(
      'MAILER-DAEMON@dest.example',
      'failure notice',
      "Hi. This is the qmail-send program at dest.example.\n\n<ada@dest.example>:\nThe user's mailbox is over the allowed quota. (#5.2.2)",
    ),
  },
  {
    id: 'exim-callout',
    kind: 'bounce',
    hard: [false],
    mail: plain(
      'Mail Delivery System <Mailer-Daemon@relay.example>',
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.\n\nThe following address(es) failed:\n\n  ada@dest.example\n    SMTP error from remote mail server after RCPT TO:<ada@dest.example>:\n    550-Verification failed for <${returnPath}>\n    550-No such user\n    550 Sender verify failed`,
      'X-Failed-Recipients: ada@dest.example\n',
    ),
  },
  {
    id: 'exim-unrouteable',
    kind: 'bounce',
    hard: [true],
    mail: plain(
      'Mail Delivery System <Mailer-Daemon@relay.example>',
      'Mail delivery failed: returning message to sender',
      'The following address(es) failed:\n\n  ada@dest.example\n    Unrouteable address',
      'X-Failed-Recipients: ada@dest.example\n',
    ),
  },
  {
    id: 'exim-warning',
    kind: 'delayed',
    hard: [false],
    mail: plain(
      'Mail Delivery System <Mailer-Daemon@relay.example>',
      'Warning: message 1tabcd-0001 delayed 24 hours',
      'The message has not yet been delivered to\n\n  ada@dest.example\n    host mx.dest.example: 550 5.1.1 User unknown\n\nNo action is required on your part.',
    ),
  },
  {
    id: 'quarantined',
    kind: 'other',
    hard: [],
    mail: plain(
      'postmaster@dest.example',
      'Message quarantined: Your order',
      'Your message to ada@dest.example was put into quarantine and waits for review. Nothing has to be done.',
    ),
  },
  {
    id: 'received-ok',
    kind: 'other',
    hard: [],
    mail: plain(
      'postmaster@dest.example',
      'Message received',
      'Your message to ada@dest.example was received and passed on to the mailbox.',
    ),
  },
  {
    id: 'gbk-none',
    kind: 'bounce',
    hard: [true],
    mail: plain(
      'PostMaster@dest.example',
      'Systems bounce',
      'ada@dest.example\n\u00ca\u00d5\u00bc\u00fe\u00c8\u00cb\u00d3\u00ca\u00cf\u00e4\u00b2\u00bb\u00b4\u00e6\u00d4\u00da',
    ),
  },
];

export const inventedMails: readonly Labelled[] = [...statusReports, ...plainReports, ...robotsAndPeople];
