/** The DKIM signature as dkimpy sees it, unchanged and with fields that were added on the way. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signDkim } from '../../src/transport/mail/dkim.ts';
import { buildMail, type Mail } from '../../src/transport/mail/mail.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { addedTo, forgedFields, fullMail, leanMail } from '../transport/support/forged-fields.ts';
import { insistOn } from './programs/run.ts';

const verifier = fileURLToPath(new URL('./programs/verify-dkim.py', import.meta.url));
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

let dns: NameServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-dkim-'));
  dns = await startNameServer();
  dns.txt(
    'td1._domainkey.demo.test',
    `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  );
});

afterAll(async () => {
  await dns?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signed(changes: Partial<Mail>): Promise<string> {
  const mail = buildMail({
    messageId: '<01ABC@demo.test>',
    date: new Date('2026-03-04T05:06:07Z'),
    from: { address: 'orders@demo.test', name: 'Demo' },
    to: 'ada@example.com',
    replyTo: null,
    subject: 'Your order',
    html: '<p>Hello</p>',
    text: 'Hello\n',
    attachments: [],
    headers: [],
    ...changes,
  });
  const pieces = await signDkim(mail, { domain: 'demo.test', selector: 'td1', privateKey, date: new Date() });
  return Buffer.concat(pieces).toString('latin1');
}

/** A line for each mail, in order. All in one process: it takes longer to load dkimpy than to verify. */
async function verify(mails: readonly string[]): Promise<readonly string[]> {
  const files = mails.map((_, at) => join(folder, `${at}.eml`));
  await Promise.all(mails.map((mail, at) => writeFile(files[at] ?? '', mail, 'latin1')));
  const said = await insistOn('/usr/bin/python3', [verifier, dns.address.split(':').at(-1) ?? '', ...files]);
  return said.trim().split('\n');
}

test.each([
  ['few', leanMail],
  ['all', fullMail],
])('a mail with %s of the fields is valid, and none to which a field was added', async (_title, changes) => {
  const raw = await signed(changes);
  const forged = forgedFields.flatMap(([name, value]) =>
    addedTo(raw, `${name}: ${value}`).map((mail) => ({ name, mail })),
  );
  const [asSent, ...said] = await verify([raw, ...forged.map(({ mail }) => mail)]);
  expect(asSent).toMatch(/^valid demo\.test from:/);
  expect(said).toHaveLength(forged.length);
  // It read each mail and the key to the end: a mail that it could not read would have no such line.
  expect(forged.filter((_, at) => !/^invalid demo\.test from:/.test(said[at] ?? '')).map(({ name }) => name)).toEqual(
    [],
  );
});
