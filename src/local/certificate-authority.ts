/**
 * A certificate authority of this machine's own, and a certificate from it for the hosts that webhooks of a local run
 * go to: delivery then is real TLS without any configuration (decisions, section 11). Nothing else trusts it.
 */
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

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
/** Clocks of the two sides may differ a little. */
const clockLeeway = 60 * 60 * 1000;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Node's own key types know usages that the library's do not. */
type Keys = Parameters<typeof X509CertificateGenerator.createSelfSigned>[0]['keys'];

interface Pair {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** Made once and kept; made anew when it nears its end, or when `hosts` are others. */
export async function ensureWebhookCertificate(dataDir: string, hosts: readonly string[]): Promise<WebhookCertificate> {
  const folder = resolve(dataDir, 'certificates');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  cryptoProvider.set(webcrypto as Parameters<typeof cryptoProvider.set>[0]);
  const files = { caFile: join(folder, 'ca.pem'), certFile: join(folder, 'webhook.pem') };
  const keyFile = join(folder, 'webhook-key.pem');
  const caKeyFile = join(folder, 'ca-key.pem');
  let authority = await readPair(files.caFile, caKeyFile);
  if (!authority || !lasts(authority, authorityRenewal)) {
    authority = await makeAuthority();
    await writePair(authority, files.caFile, caKeyFile);
  }
  const kept = await readPair(files.certFile, keyFile);
  if (!kept || !lasts(kept, certificateRenewal) || !isFor(kept, authority, hosts)) {
    await writePair(await makeCertificate(authority, hosts), files.certFile, keyFile);
  }
  return { ...files, keyFile };
}

function lasts({ certificate }: Pair, time: number): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - Date.now() > time;
}

function isFor({ certificate }: Pair, authority: Pair, hosts: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate);
  const names = parsed.subjectAltName?.split(', ').sort().join();
  const issuer = new X509Certificate(authority.certificate);
  return (
    names ===
      hosts
        .map((host) => `DNS:${host}`)
        .sort()
        .join() && parsed.verify(issuer.publicKey)
  );
}

/** Null when a file is missing or broken, or when the two do not belong together. */
async function readPair(certificateFile: string, keyFile: string): Promise<Pair | null> {
  try {
    const [certificate, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)) ? { certificate, key } : null;
  } catch {
    return null;
  }
}

async function writePair({ certificate, key }: Pair, certificateFile: string, keyFile: string): Promise<void> {
  for (const [file, text, mode] of [
    [keyFile, key, 0o600],
    [certificateFile, certificate, 0o644],
  ] as const) {
    await writeFile(`${file}.new`, text, { mode });
    await rename(`${file}.new`, file);
  }
}

async function makeAuthority(): Promise<Pair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(authorityLife),
    name: 'CN=Tidings local development',
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

async function makeCertificate(authority: Pair, hosts: readonly string[]): Promise<Pair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    ...validity(certificateLife),
    subject: 'CN=Tidings local webhooks',
    issuer: 'CN=Tidings local development',
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns', value }))),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

function validity(life: number) {
  const now = Date.now();
  return {
    // Positive, as the first bit of an ASN.1 integer is its sign.
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now - clockLeeway),
    notAfter: new Date(now + life),
  };
}

async function generateKeys(): Promise<Keys> {
  return (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as Keys;
}

async function exportKey(key: Keys['privateKey']): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

async function importKey(pem: string): Promise<Keys['privateKey']> {
  const [der] = PemConverter.decode(pem);
  if (!der) throw new Error('The key of the local certificate authority is not a PEM file.');
  return (await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])) as Keys['privateKey'];
}
