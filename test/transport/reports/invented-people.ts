/** Mails of people and robots, and reports of other kinds: part of invented-mails.ts. */
import { abuseReport, type Labelled, plain, returnPath } from './mail-forms.ts';

type Kind = Labelled['kind'];
const row = (id: string, kind: Kind, mail: string): Labelled => ({ id, kind, hard: [], mail });
const ada = 'Ada Love <ada@dest.example>';

export const robotsAndPeople: readonly Labelled[] = [
  row(
    'away-quoted-subject',
    'auto_reply',
    plain(ada, 'Re: Delivery failed: parcel 1001', 'Back on Monday.', 'Auto-Submitted: auto-replied\n'),
  ),
  row(
    'away-left',
    'auto_reply',
    plain(
      ada,
      'Undeliverable',
      'Ada Love no longer works here. The mailbox ada@dest.example does not exist any more.',
      'Auto-Submitted: auto-replied\n',
    ),
  ),
  row(
    'away-suppress',
    'auto_reply',
    plain(
      ada,
      'Mail delivery failed: parcel',
      'I am out until 5 May, please mail bob@dest.example.',
      'X-Auto-Response-Suppress: DR, OOF, AutoReply\n',
    ),
  ),
  row(
    'away-xauto',
    'auto_reply',
    plain(ada, 'Order not delivered', 'We got it, ada@dest.example', 'X-Autoreply: yes\n'),
  ),
  row(
    'away-precedence',
    'auto_reply',
    plain(ada, 'Returned mail', 'We have got your mail to ada@dest.example', 'Precedence: auto_reply\n'),
  ),
  row('away-sv', 'auto_reply', plain(ada, 'Autosvar: Leveransen misslyckades', 'Jag har semester till 5 maj.')),
  row('away-pl', 'auto_reply', plain(ada, 'Automatyczna odpowiedź: Zamówienie', 'Jestem na urlopie.')),
  row('away-cs', 'auto_reply', plain(ada, 'Automatická odpověď: Zásilka nedoručena', 'Jsem mimo kancelář.')),
  row('away-fi', 'auto_reply', plain(ada, 'Automaattinen vastaus: tilaus', 'Olen lomalla.')),
  row('away-de', 'auto_reply', plain(ada, 'Abwesenheitsnotiz: Unzustellbar: Paket 1001', 'Ich bin im Urlaub.')),
  row('away-nl', 'auto_reply', plain(ada, 'Automatisch antwoord: pakket niet bezorgd', 'Ik ben op vakantie.')),
  row('away-tr', 'auto_reply', plain(ada, 'Otomatik Yanıt: Sipariş', 'İzindeyim.')),
  row(
    'ticket',
    'auto_reply',
    plain(
      'Help <help@dest.example>',
      '[#5501] Mail delivery failure',
      'Ticket 5501 was opened. Error 550 5.1.1 is noted for ada@dest.example.',
      'Auto-Submitted: auto-generated\nPrecedence: bulk\n',
    ),
  ),
  row(
    'ticket-closed',
    'auto_reply',
    plain('Help <help@dest.example>', 'Ticket 5501 closed: returned mail', 'Done.', 'X-Auto-Response-Suppress: All\n'),
  ),
  row(
    'challenge',
    'auto_reply',
    plain(
      'Ada <ada@dest.example>',
      'Please confirm: your mail was not delivered',
      'Click to prove that you are a person.',
      'Auto-Submitted: auto-replied\n',
    ),
  ),
  row(
    'person-parcel',
    'other',
    plain(
      ada,
      'Delivery failed!',
      'Your driver says "address unknown", error 550. My address is ada@dest.example, call me.',
    ),
  ),
  row(
    'person-quotes',
    'other',
    plain(
      ada,
      'Re: Delivery failed: parcel 1001',
      'Where is it?\n\n-----Original Message-----\nFrom: Shop <orders@shop.example>\nTo: ada@dest.example\nSubject: Delivery failed: parcel 1001\nDate: Mon, 5 Jan 2026 10:00:00 +0000\n\nThe parcel could not be delivered: recipient unknown.',
    ),
  ),
  row('person-de', 'other', plain(ada, 'Unzustellbar?', 'Das Paket konnte nicht zugestellt werden. ada@dest.example')),
  row(
    'courier',
    'other',
    plain(
      'Parcels <noreply@courier.example>',
      'Delivery failed: parcel 1001',
      'We could not deliver your parcel: recipient unknown at this address. Questions: help@courier.example',
    ),
  ),
  row(
    'shop',
    'other',
    plain(
      'Shop <news@other.example>',
      'Undelivered: your voucher',
      'Use it at shop@other.example before 550 others do.',
    ),
  ),
  row(
    'read-receipt',
    'auto_reply',
    plain(
      ada,
      'Not read: Delivery failed',
      '--b\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ada@dest.example\nDisposition: manual-action/MDN-sent-manually; deleted\n\n--b--',
      'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n',
    ),
  ),
  row('abuse', 'complaint', abuseReport('Feedback-Type: abuse\nVersion: 1')),
  row(
    'abuse-mail-from',
    'complaint',
    abuseReport(`Feedback-Type: abuse\nVersion: 1\nOriginal-Mail-From: <${returnPath}>`, null),
  ),
  row('abuse-cfbl', 'complaint', abuseReport('Feedback-Type: abuse\nVersion: 1\nCFBL-Feedback-ID: 1:2:3', null)),
  row('not-spam', 'other', abuseReport('Feedback-Type: not-spam\nVersion: 1')),
  row('auth-failure', 'other', abuseReport('Feedback-Type: auth-failure\nVersion: 1')),
  row(
    'dmarc',
    'other',
    plain(
      'noreply@dmarc.provider.example',
      'Report Domain: shop.example Submitter: provider.example Report-ID: <1>',
      'H4sIAAAA',
      'Content-Type: application/gzip; name="provider.example!shop.example!1!2.xml.gz"\nContent-Transfer-Encoding: base64\n',
    ),
  ),
  row(
    'tls',
    'other',
    plain(
      'tlsrpt@provider.example',
      'Report Domain: shop.example Submitter: provider.example Report-ID: <2>',
      '--b\nContent-Type: text/plain\n\nFailures: 2\n\n--b\nContent-Type: application/tlsrpt+gzip\nContent-Transfer-Encoding: base64\n\nH4sIAAAA\n\n--b--',
      'TLS-Report-Domain: shop.example\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type="tlsrpt"; boundary=b\n',
    ),
  ),
];
