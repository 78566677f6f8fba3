/**
 * A certificate authority of this machine's own, and a certificate from it for the hosts that webhooks of a local run
 * go to: delivery then is real TLS without any configuration (decisions, section 11). Nothing else trusts it.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CertificatePair } from './make-certificate.ts';

/** Absolute paths of PEM files. */
export interface WebhookCertificate {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

const day = 24 * 60 * 60 * 1000;
const authorityLife = 3650 * day;
/** The longest life that clients accept of a certificate. */
const certificateLife = 397 * day;
/** Made anew this long before its end; the authority sooner, so that it outlives what it signs. */
const certificateRenewal = 30 * day;
const authorityRenewal = certificateLife + certificateRenewal;

/** Made once and kept; made anew when it nears its end, or when `hosts` are others. */
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

/** Null when a file is missing or broken, or when the two do not belong together. */
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
