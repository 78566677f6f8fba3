/** A server that asks for one TLS handshake after the other: openssl, whose key `R` does that. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmtpTransport } from '../../src/transport/smtp/smtp.ts';
import { freePort } from '../support/free-port.ts';
import { createAuthority } from '../transport/support/make-certificates.ts';
import { end } from './programs/run.ts';

let folder: string;
let server: ChildProcessWithoutNullStreams;
let port: number;
const trusted = getCACertificates('default');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-openssl-'));
  const authority = await createAuthority();
  const { cert, key } = await authority.issue('localhost');
  setDefaultCACertificates([...trusted, authority.ca]);
  await Promise.all([writeFile(join(folder, 'cert.pem'), cert), writeFile(join(folder, 'key.pem'), key)]);
  port = await freePort();
  // No later TLS has such handshakes.
  server = spawn('openssl', ['s_server', '-accept', `${port}`, '-cert', 'cert.pem', '-key', 'key.pem', '-tls1_2'], {
    cwd: folder,
  });
});

afterEach(async () => {
  setDefaultCACertificates(trusted);
  await end(server);
  await rm(folder, { recursive: true });
});

test('is refused the second one, and the mail is tried again later', async () => {
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const hears = (words: string) => expect.poll(() => said, { interval: 20 }).toContain(words);
  await hears('ACCEPT');
  const out = createSmtpTransport({ url: `smtps://localhost:${port}`, clientName: 'bounces.example.com' });
  const delivered = out.deliver({
    party: 'a workspace',
    envelope: { from: 'b@bounces.example.com', to: 'ada@example.net' },
    pieces: [Buffer.from('From: a@example.com\r\nSubject: x\r\n\r\nHello\r\n')],
  });
  await hears('Secure Renegotiation IS supported');
  server.stdin.write('220 ready\n');
  await hears('EHLO bounces.example.com');
  server.stdin.write('250 mx\n');
  await hears('MAIL FROM');
  server.stdin.write('R\n');
  expect(await delivered).toMatchObject({ outcome: 'temporary', category: 'infrastructure', tlsVersion: 'TLSv1.2' });
  await hears('no renegotiation');
  await out.close();
});
