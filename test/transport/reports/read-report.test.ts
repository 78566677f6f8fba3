import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../src/transport/reports/read-report.ts';

const read = (text: string) => readReport(Buffer.from(text.replace(/\n/g, '\r\n')));

describe('readReport', () => {
  it('does not take the quoted mail for what the report says', async () => {
    const report = await read(`From: MAILER-DAEMON@mx.example.net
Subject: Undelivered Mail

<ada@example.net>: mailbox is full

------ This is a copy of the message, including all the headers. ------

Received: by mx.example.net
Subject: 550 5.1.1 User unknown
Tidings-Message: abc.def

550 5.1.1 User unknown
`);
    expect(report.kind).toBe('bounce');
    expect(report.recipients).toMatchObject([{ reason: 'mailboxfull', hard: false }]);
    expect(report.originalHeaders.get('tidings-message')).toBe('abc.def');
  });

  it('tells several recipients apart', async () => {
    const report = await read(`From: MAILER-DAEMON@mx.example.net
To: orders@demo.test
Subject: failure notice

<ada@example.net>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 User Unknown

<bob@example.net>:
192.0.2.1 does not like recipient.
Remote host said: 552 5.2.2 Mailbox full
`);
    expect(report.recipients).toMatchObject([
      { status: '5.1.1', reply: '550', hard: true },
      { status: '5.2.2', reply: '552', hard: false },
    ]);
  });

  it.each([
    ['a letter', 'From: ada@example.net\nSubject: Hello\n\nHow are you?', 'other'],
    ['an absence note', 'From: ada@example.net\nSubject: Out of office\n\nI am away.', 'auto_reply'],
    [
      'an automatic answer',
      'From: ada@example.net\nSubject: Hi\nAuto-Submitted: auto-replied\n\nThanks.',
      'auto_reply',
    ],
    ['an empty mail', '', 'other'],
    ['garbage', '\0\xff\n\n--\n--b\nContent-Type: multipart/report; boundary=', 'other'],
  ])('knows %s for what it is', async (_about, text, kind) => {
    expect((await read(text)).kind).toBe(kind);
  });

  it('reads a megabyte of anything in seconds, and suppresses nobody for it', { timeout: 60_000 }, async () => {
    const head = 'From: MAILER-DAEMON@example.net\nSubject: failure\n\n';
    // A backtracking pattern takes hours for these; the seconds of the rest depend on the machine.
    for (const unit of ['>to: x\n', '-', ' ', 'a@', '550 ', '<a@b.c>:\n', 'Received: x\n y\n', '(', '\n ']) {
      expect(await read(head + unit.repeat(1_000_000 / unit.length))).toMatchObject({
        kind: 'bounce',
        recipients: [{ hard: false }],
      });
    }
  });
});

/** One mail of the collection, judged by people by the same rule (docs/rules.md#hard-and-soft-bounces). */
interface Judged {
  readonly kind: string;
  /** Two people could judge differently: does not count. */
  readonly kind_disputed?: boolean;
  readonly rows: readonly { readonly hard: boolean; readonly disputed: boolean }[];
}

const corpora = process.env.CORPORA_DIR ?? fileURLToPath(new URL('../../../../shared/corpora', import.meta.url));
const judgedFile = `${corpora}/bounces/judged.json`;

describe.skipIf(!existsSync(judgedFile))(
  'readReport on the collection of real reports (skipped where CORPORA_DIR has none)',
  () => {
    const judged = existsSync(judgedFile)
      ? (JSON.parse(readFileSync(judgedFile, 'utf8')) as Readonly<Record<string, Judged>>)
      : {};
    const mails = Object.entries(judged).map(([name, expected]) => ({
      name,
      expected,
      found: readReport(readFileSync(`${corpora}/bounces/${name}.eml`)),
    }));
    const recipients = mails.flatMap(({ name, expected, found }) =>
      expected.rows.flatMap(({ hard, disputed }, at) =>
        disputed ? [] : [{ name, hard, foundHard: found.recipients[at]?.hard ?? false }],
      ),
    );

    it('finds the kind of at least 97 % of the mails', () => {
      const counted = mails.filter(({ expected }) => !expected.kind_disputed);
      const wrong = counted.filter(({ expected, found }) => found.kind !== expected.kind).map(({ name }) => name);
      expect(counted.length).toBeGreaterThan(200);
      expect(wrong.length / counted.length, wrong.join(' ')).toBeLessThanOrEqual(0.03);
    });

    it('finds at least 97 % of the recipients whose address is gone', () => {
      const gone = recipients.filter(({ hard }) => hard);
      const missed = gone.filter(({ foundHard }) => !foundHard).map(({ name }) => name);
      expect(gone.length).toBeGreaterThan(100);
      expect(missed.length / gone.length, missed.join(' ')).toBeLessThanOrEqual(0.03);
    });

    it('suppresses at most 1 % of the recipients whose address is not', () => {
      const kept = recipients.filter(({ hard }) => !hard);
      const suppressed = kept.filter(({ foundHard }) => foundHard).map(({ name }) => name);
      expect(suppressed.length / kept.length, suppressed.join(' ')).toBeLessThanOrEqual(0.01);
    });
  },
);
