import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../src/transport/read-report.ts';

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
    expect(report.recipients).toMatchObject([{ reason: 'mailboxfull', hard: false, suppresses: false }]);
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
    // What backtracks takes hours for these; how many seconds the rest takes depends on the machine.
    for (const unit of ['>to: x\n', '-', ' ', 'a@', '550 ', '<a@b.c>:\n', 'Received: x\n y\n', '(', '\n ']) {
      expect(await read(head + unit.repeat(1_000_000 / unit.length))).toMatchObject({
        kind: 'bounce',
        recipients: [{ hard: false, suppresses: false }],
      });
    }
  });
});

interface Label {
  readonly reason: string;
  readonly hard: boolean;
}

const corpora = process.env.CORPORA_DIR ?? fileURLToPath(new URL('../../../shared/corpora', import.meta.url));
const labelsFile = `${corpora}/bounces/labels.json`;

function kindOfLabel(labels: readonly Label[]): string {
  const [first] = labels;
  if (first?.reason === 'feedback') return 'complaint';
  if (first?.reason === 'vacation') return 'auto_reply';
  return labels.every(({ reason }) => reason === 'delivered') ? 'delivered' : 'bounce';
}

describe.skipIf(!existsSync(labelsFile))(
  'readReport on the collection of real reports (skipped where CORPORA_DIR has none)',
  () => {
    async function judgeAll() {
      const labels = JSON.parse(readFileSync(labelsFile, 'utf8')) as Record<string, readonly Label[]>;
      const rows = await Promise.all(
        Object.entries(labels).map(async ([name, expected]) => {
          const report = await readReport(readFileSync(`${corpora}/bounces/${name}.eml`));
          const recipients = expected.map(({ hard }, at) => ({ hard, found: report.recipients[at] }));
          return { kindRight: report.kind === kindOfLabel(expected), recipients };
        }),
      );
      return { mails: rows, recipients: rows.flatMap(({ recipients }) => recipients) };
    }

    const share = (rows: readonly unknown[], of: readonly unknown[]) => rows.length / of.length;

    it('finds the kind of at least 97 % of the mails', async () => {
      const { mails } = await judgeAll();
      expect(mails.length).toBeGreaterThan(0);
      expect(
        share(
          mails.filter(({ kindRight }) => kindRight),
          mails,
        ),
      ).toBeGreaterThanOrEqual(0.97);
    });

    it('is right about hard for at least 97 % of the recipients', async () => {
      const { recipients } = await judgeAll();
      const right = recipients.filter(({ hard, found }) => found?.hard === hard);
      expect(share(right, recipients)).toBeGreaterThanOrEqual(0.97);
    });

    it('suppresses at most 1 % of the recipients whose fault is soft', async () => {
      const { recipients } = await judgeAll();
      const soft = recipients.filter(({ hard }) => !hard);
      expect(
        share(
          soft.filter(({ found }) => found?.suppresses),
          soft,
        ),
      ).toBeLessThanOrEqual(0.01);
    });
  },
);
