/** Answers as the inbound listener takes them, over SMTP (docs/rules.md#answers). */
import { createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/ground/ids.ts';
import { createSecrets } from '../../../src/ground/secrets.ts';
import type { InboundLetter, LetterResult } from '../../../src/transport/answers/take-letters.ts';
import { signMessageHeader, signReplyAddress, signReturnPath } from '../../../src/transport/mail/return-path.ts';
import { type Inbound, startInbound } from '../../../src/transport/reports/inbound.ts';
import { type CertificatePair, inboundCertificate } from '../../../src/transport/reports/inbound-certificate.ts';
import { deliveryReport } from '../../support/reports.ts';

const secrets = createSecrets('a secret key of at least thirty-two characters');
const id = newId(new Date('2026-01-02T03:04:05Z'));
const other = newId(new Date('2026-01-02T03:04:06Z'));
const address = signReplyAddress(secrets, id, 'demo.test');
const returnPath = signReturnPath(secrets, id, 'demo.test');

let certificate: CertificatePair;
let inbound: Inbound;
let letters: InboundLetter[];
let reports: number;
let results: LetterResult[];
let failing: boolean;
let logged: string[];

async function listen(spamFilter: { readonly host: string; readonly port: number } | null): Promise<void> {
  inbound = await startInbound({
    host: '127.0.0.1',
    port: 0,
    bounceHost: 'mx.tidings.example',
    certificate: async () => certificate,
    secrets,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    spamFilter,
    async onReport() {
      reports += 1;
    },
    onLeave: async () => undefined,
    async onLetter(letter) {
      if (failing) throw new Error('the database is away');
      letters.push(letter);
      return results.shift() ?? 'taken';
    },
  });
}

beforeEach(async () => {
  letters = [];
  reports = 0;
  results = [];
  failing = false;
  logged = [];
  certificate = await inboundCertificate(null, 'mx.tidings.example');
  await listen(null);
});
afterEach(() => inbound.close());

async function send(to: string | string[], raw: string, from = 'ada@example.com'): Promise<string> {
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

const answer = 'From: Ada <ada@example.com>\nSubject: Re: Your order\nMessage-ID: <1@example.com>\n\nThank you.\n';
const withFile = (bytes: number) => `From: ada@example.com
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Here it is.
--b
Content-Type: application/pdf; name=scan.pdf
Content-Transfer-Encoding: base64

${Buffer.alloc(bytes, 'x').toString('base64').replace(/.{76}/g, '$&\n')}
--b--
`;

describe('an answer', () => {
  it('is read whole, at its signed address in any letter case', async () => {
    for (const to of [address, address.toUpperCase(), address.toLowerCase()]) {
      expect(await send(to, answer)).toMatch(/^250/);
    }
    expect(letters).toHaveLength(3);
    expect(letters[0]).toMatchObject({
      messageId: id,
      spam: null,
      letter: { answer: 'Thank you.', isAutomatic: false, mailId: '<1@example.com>', files: [] },
    });
    expect(logged.join('')).not.toContain('ada@example.com');
    expect(logged.join('')).not.toContain('Thank you');
  });

  it('brings a file of ten megabytes, and no larger one', async () => {
    expect(await send(address, withFile(10_000_000))).toMatch(/^250/);
    expect(letters[0]?.letter.files).toMatchObject([{ filename: 'scan.pdf' }]);
    expect(letters[0]?.letter.files[0]?.content.length).toBe(10_000_000);
    expect(await send(address, withFile(10_000_001))).toMatch(/^552 .*10 MB/);
    expect(await send(address, withFile(12_000_000))).toMatch(/^552 /);
    expect(letters).toHaveLength(1);
  });

  it('to several messages is one for each', async () => {
    expect(await send([address, signReplyAddress(secrets, other, 'demo.test')], answer)).toMatch(/^250/);
    expect(letters.map(({ messageId }) => messageId)).toEqual([id, other]);
  });

  it('is repeated by its client when it could not be stored', async () => {
    failing = true;
    expect(await send(address, answer)).toMatch(/^451 /);
    failing = false;
    expect(await send(address, answer)).toMatch(/^250/);
  });

  it('is refused as its message says, unless another of its messages takes it', async () => {
    for (const [result, code] of [
      ['gone', 550],
      ['full', 552],
      ['often', 450],
    ] as const) {
      results = [result];
      expect(await send(address, answer)).toMatch(new RegExp(`^${code} `));
    }
    results = ['gone', 'taken'];
    expect(await send([address, signReplyAddress(secrets, other, 'demo.test')], answer)).toMatch(/^250/);
  });

  it('comes apart from reports', async () => {
    const client = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
    const envelope = { from: 'ada@example.com', to: [address, returnPath] };
    const info = await client.sendMail({ envelope, raw: answer });
    client.close();
    expect([info.accepted, info.rejected]).toEqual([[address], [returnPath]]);
    expect(letters).toHaveLength(1);
  });
});

it('takes nothing for a forged address', async () => {
  for (const forged of [
    `r+${id}.${'a'.repeat(24)}@reply.demo.test`,
    `r+${id}@reply.demo.test`,
    address.replace('@reply.', '@elsewhere.'),
    address.replace(/^r/, 'b'),
    returnPath.replace(/^b(.*)@bounces/, 'r$1@reply'),
    'ada@reply.demo.test',
  ]) {
    expect(await send(forged, answer)).toMatch(/^550 /);
  }
  expect(await send('postmaster@reply.demo.test', answer)).toMatch(/^250/);
  expect([letters.length, reports]).toEqual([0, 0]);
});

it('goes round in no circle', async () => {
  const ours = `Tidings-Message: ${signMessageHeader(secrets, other)}\n${answer}`;
  expect(await send(address, ours)).toMatch(/^554 /);
  expect(await send(address, `${'Received: by mx.example.net\n'.repeat(51)}${answer}`)).toMatch(/^554 /);
  expect(letters).toHaveLength(0);
  expect(await send(address, answer.replace('ada@example.com', signReplyAddress(secrets, other, 'a.test')))).toMatch(
    /^250/,
  );
  expect(await send(address, answer, '')).toMatch(/^250/);
  expect(letters.map(({ letter }) => letter.isAutomatic)).toEqual([true, true]);
});

it('passes over reports that come to the wrong address', async () => {
  const failed = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown';
  expect(await send(address, deliveryReport(failed), '')).toMatch(/^250/);
  expect([letters.length, reports]).toEqual([0, 0]);
});

it('asks the filter about people alone', async () => {
  let asked = 0;
  const daemon = createServer({ allowHalfOpen: true }, (socket) => {
    asked += 1;
    socket.on('data', () => undefined);
    socket.on('end', () => socket.end('SPAMD/1.1 0 EX_OK\r\nSpam: True ; 7.5 / 5.0\r\n\r\n'));
  });
  await new Promise<void>((resolve) => daemon.listen(0, '127.0.0.1', resolve));
  const listening = daemon.address();
  if (listening === null || typeof listening === 'string') throw new Error('It listens on a port');
  await inbound.close();
  await listen({ host: '127.0.0.1', port: listening.port });
  await send(address, answer);
  await send(address, `Auto-Submitted: auto-replied\n${answer}`);
  daemon.close();
  expect(letters.map(({ spam }) => spam)).toEqual([{ isSpam: true, score: 7.5, threshold: 5 }, null]);
  expect(asked).toBe(1);
});
