import { expect, test } from 'vitest';
import { readReport } from '../../../src/transport/reports/read-report.ts';
import { inventedMails } from './invented-mails.ts';
import { plain } from './mail-forms.ts';

const bytesOf = (mail: string) => Buffer.from(mail, /[^\0-\xff]/.test(mail) ? 'utf8' : 'latin1');

test.each(inventedMails.map((mail) => [mail.id, mail.kind, mail.hard, mail.mail] as const))(
  '%s is %s, hard: %j',
  (_id, kind, hard, mail) => {
    const report = readReport(bytesOf(mail));
    expect(report.kind).toBe(kind);
    // Other kinds name no recipient that could be hard.
    if (hard.length > 0) expect(report.recipients.map((each) => each.hard)).toEqual(hard);
    else expect(report.recipients.filter((each) => each.hard)).toEqual([]);
  },
);

test('aggregate reports are told apart from each other and from letters', () => {
  const aggregate = (id: string) =>
    inventedMails.filter((mail) => mail.id === id).map(({ mail }) => readReport(bytesOf(mail)).aggregate);
  expect(aggregate('dmarc')).toEqual(['dmarc_report']);
  expect(aggregate('tls')).toEqual(['tls_report']);
  expect(aggregate('person-parcel')).toEqual([null]);
});

test('a person who writes as postmaster reports nothing, and a delivery that is complete is no failure', () => {
  const kind = (from: string, subject: string, text: string) =>
    readReport(Buffer.from(plain(from, subject, text))).kind;
  expect(kind('Postmaster <postmaster@dest.example>', 'Your mails', 'Please send fewer of them. Bob')).toBe('other');
  expect(kind('postmaster@dest.example', 'Relayed: Your order', 'Delivery to ada@dest.example is complete.')).toBe(
    'other',
  );
  expect(kind('postmaster@dest.example', 'Undeliverable: Your order', 'ada@dest.example is unknown')).toBe('bounce');
});
