/**
 * A certificate authority of this machine, and its certificate for the hosts that webhooks of a local run go to
 * (`WEBHOOK_DEV_HOSTS`, docs/rules.md#endpoint-url): delivery then uses real TLS without any configuration. No other
 * program trusts the authority.
 */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { day } from '../ground/time/durations.ts';
import type { CertificatePair } from './make-certificate.ts';

/** Absolute paths of PEM files. */
export interface WebhookCertificate {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

const authorityLife = 3650 * day;
/** The longest lifetime that clients accept. */
const certificateLife = 397 * day;
/**
 * Remaining lifetime at which a certificate is renewed; the authority is renewed sooner, so that it outlives the
 * certificates it signs.
 */
const certificateRenewal = 30 * day;
const authorityRenewal = certificateLife + certificateRenewal;

/** Returns the stored certificate; makes a new one when it nears its end, or when `hosts` change. */
export async function ensureWebhookCertificate(dataDir: string, hosts: readonly string[]): Promise<WebhookCertificate> {
  const folder = resolve(dataDir, 'certificates');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = { caFile: join(folder, 'ca.pem'), certFile: join(folder, 'webhook.pem') };
  const keyFile = join(folder, 'webhook-key.pem');
  const caKeyFile = join(folder, 'ca-key.pem');
  let authority = await readPair(files.caFile, caKeyFile);
  if (!authority || !lasts(authority, authorityRenewal)) {
    const { makeAuthority } = await import('./make-certificate.ts');
    authority = await makeAuthority(authorityLife);
    await writePair(authority, files.caFile, caKeyFile);
  }
  const kept = await readPair(files.certFile, keyFile);
  if (!kept || !lasts(kept, certificateRenewal) || !isFor(kept, authority, hosts)) {
    const { makeCertificate } = await import('./make-certificate.ts');
    await writePair(await makeCertificate(authority, hosts, certificateLife), files.certFile, keyFile);
  }
  return { ...files, keyFile };
}

function lasts({ certificate }: CertificatePair, time: number): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - Date.now() > time;
}

function isFor({ certificate }: CertificatePair, authority: CertificatePair, hosts: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate);
  const names = parsed.subjectAltName?.split(', ').sort().join();
  const issuer = new X509Certificate(authority.certificate);
  const wanted = hosts.map((host) => `DNS:${host}`).sort();
  return names === wanted.join() && parsed.verify(issuer.publicKey);
}

/** Null when a file is missing or invalid, or when the two do not belong together. */
async function readPair(certificateFile: string, keyFile: string): Promise<CertificatePair | null> {
  try {
    const [certificate, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)) ? { certificate, key } : null;
  } catch {
    return null;
  }
}

async function writePair(
  { certificate, key }: CertificatePair,
  certificateFile: string,
  keyFile: string,
): Promise<void> {
  for (const [file, text, mode] of [
    [keyFile, key, 0o600],
    [certificateFile, certificate, 0o644],
  ] as const) {
    await writeFile(`${file}.new`, text, { mode });
    await rename(`${file}.new`, file);
  }
}
