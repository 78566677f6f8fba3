import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureWebhookCertificate, type WebhookCertificate } from '../../src/local/certificate-authority.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-ca-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

/** Asks a TLS server with the certificate for `host`; what the client says of it, or null when it is content. */
async function complaint({ caFile, certFile, keyFile }: WebhookCertificate, host: string): Promise<string | null> {
  const server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    servername: host,
    ca: await readFile(caFile),
  });
  try {
    await once(client, 'secureConnect');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    client.destroy();
    server.close();
  }
}

const contents = (files: WebhookCertificate) =>
  Promise.all([files.caFile, files.certFile, files.keyFile].map((file) => readFile(file, 'utf8')));

test('a client that trusts the authority takes the certificate for each host, and for no other', async () => {
  const files = await ensureWebhookCertificate(dataDir, ['hooks.test', 'other.hooks.test']);
  expect(await complaint(files, 'hooks.test')).toBeNull();
  expect(await complaint(files, 'other.hooks.test')).toBeNull();
  expect(await complaint(files, 'elsewhere.test')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});

test('a client that trusts another authority refuses it', async () => {
  const files = await ensureWebhookCertificate(join(dataDir, 'one'), ['hooks.test']);
  const others = await ensureWebhookCertificate(join(dataDir, 'two'), ['hooks.test']);
  expect(await complaint({ ...files, caFile: others.caFile }, 'hooks.test')).not.toBeNull();
});

test('both are kept, and their keys are for their owner alone', async () => {
  const files = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  const before = await contents(files);
  expect(await contents(await ensureWebhookCertificate(dataDir, ['hooks.test']))).toEqual(before);
  for (const file of [files.keyFile, join(dataDir, 'certificates', 'ca-key.pem')]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
});

test('other hosts get a new certificate from the same authority', async () => {
  const [ca, certificate] = await contents(await ensureWebhookCertificate(dataDir, ['hooks.test']));
  const files = await ensureWebhookCertificate(dataDir, ['new.test']);
  const [caAfter, certificateAfter] = await contents(files);
  expect(caAfter).toBe(ca);
  expect(certificateAfter).not.toBe(certificate);
  expect(await complaint(files, 'new.test')).toBeNull();
});

test('a certificate is renewed a month before its end, by the same authority', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 370 * 24 * 60 * 60 * 1000 });
  const [ca, certificate] = await contents(await ensureWebhookCertificate(dataDir, ['hooks.test']));
  vi.useRealTimers();
  const files = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  const [caAfter, certificateAfter] = await contents(files);
  expect(caAfter).toBe(ca);
  expect(certificateAfter).not.toBe(certificate);
  expect(await complaint(files, 'hooks.test')).toBeNull();
});

test('an authority near its end is made anew, with its certificate', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 9 * 365 * 24 * 60 * 60 * 1000 });
  const [ca] = await contents(await ensureWebhookCertificate(dataDir, ['hooks.test']));
  vi.useRealTimers();
  const files = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  expect((await contents(files))[0]).not.toBe(ca);
  expect(await complaint(files, 'hooks.test')).toBeNull();
});

test('a key that was cut short is replaced', async () => {
  const files = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  await writeFile(files.keyFile, '-----BEGIN PRIVATE KEY-----\n');
  expect(await complaint(await ensureWebhookCertificate(dataDir, ['hooks.test']), 'hooks.test')).toBeNull();
});
