/** Makes certificates. Loaded only when one is due: the library takes longer to load than the rest of a later start. */
import { hour } from '../ground/time/durations.ts';
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Both as PEM. */
export interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
}

/** The library's key usages are narrower than those of Node's own key types. */
type Keys = Parameters<typeof X509CertificateGenerator.createSelfSigned>[0]['keys'];

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const authorityName = 'CN=Tidings local development';
/** Clocks of the two sides may differ by so many milliseconds. */
const clockLeeway = hour;

/** An authority that lasts `life` milliseconds. */
export async function makeAuthority(life: number): Promise<CertificatePair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(life),
    name: authorityName,
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

/** A server's certificate for `hosts` that lasts `life` milliseconds. */
export async function makeCertificate(
  authority: CertificatePair,
  hosts: readonly string[],
  life: number,
): Promise<CertificatePair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    ...validity(life),
    subject: 'CN=Tidings local webhooks',
    issuer: authorityName,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value }))),
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
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key as webcrypto.CryptoKey), 'PRIVATE KEY');
}

async function importKey(pem: string): Promise<Keys['privateKey']> {
  const [der] = PemConverter.decode(pem);
  if (!der) throw new Error('The key of the local certificate authority is not a PEM file.');
  return (await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])) as Keys['privateKey'];
}
