/**
 * The certificate of the inbound listener for STARTTLS. Mail servers encrypt whatever the certificate, so a self-signed
 * one suffices.
 */
import type { Config } from '../../ground/config/config.ts';
import { day } from '../../ground/time/durations.ts';
import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { X509CertificateGenerator } from '@peculiar/x509';

/** Both as PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Made at each start, so the certificate only has to outlast the process; days. */
const lifeDays = 3_650;

/**
 * Returns the certificate of the inbound listener: configured files are read again at each call, a self-signed
 * certificate is made once.
 */
export function certificateOf({
  inboundTls,
  bounceHost,
}: Pick<Config, 'inboundTls' | 'bounceHost'>): () => Promise<CertificatePair> {
  if (inboundTls !== null) return () => inboundCertificate(inboundTls, bounceHost);
  let made: Promise<CertificatePair> | null = null;
  return () => {
    made ??= inboundCertificate(null, bounceHost);
    return made;
  };
}

/** Returns the operator's certificate, or a self-signed one for `host`. Rejects when a file cannot be read. */
export async function inboundCertificate(files: CertificateFiles | null, host: string): Promise<CertificatePair> {
  if (files === null) return selfSigned(host);
  const [cert, key] = await Promise.all([readFile(files.certFile, 'utf8'), readFile(files.keyFile, 'utf8')]);
  return { cert, key };
}

async function selfSigned(host: string): Promise<CertificatePair> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - day),
    notAfter: new Date(now + lifeDays * day),
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g) ?? [];
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
