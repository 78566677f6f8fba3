/** The DKIM signature as dkimpy sees it, unchanged and with fields that were added on the way. */
import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signDkim } from '../../src/transport/mail/dkim.ts';
import { buildMail, type Mail } from '../../src/transport/mail/mail.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { addedTo, forgedFields, fullMail, leanMail } from '../transport/support/forged-fields.ts';
import { type Ran, run } from './programs/run.ts';

const verifier = fileURLToPath(new URL('./programs/verify-dkim.py', import.meta.url));
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

let dns: NameServer;

beforeAll(async () => {
  dns = await startNameServer();
  dns.txt(
    'td1._domainkey.demo.test',
    `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  );
});

afterAll(() => dns.stop());

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

const verify = (raw: string): Promise<Ran> =>
  run('/usr/bin/python3', [verifier, dns.address.split(':').at(-1) ?? ''], Buffer.from(raw, 'latin1'));

test.each([
  ['few', leanMail],
  ['all', fullMail],
])('a mail with %s of the fields is valid, and none to which a field was added', async (_title, changes) => {
  const raw = await signed(changes);
  const { code, output } = await verify(raw);
  expect(code, output).toBe(0);
  for (const [name, value] of forgedFields) {
    for (const forged of addedTo(raw, `${name}: ${value}`)) {
      const said = await verify(forged);
      expect(said.code, `${name}: ${said.output}`).toBe(1);
      // It read the mail and the key to the end: a program that breaks ends with 1 too.
      expect(said.output).not.toContain('Traceback');
      expect(said.output).toMatch(/^demo\.test from:/);
    }
  }
});
