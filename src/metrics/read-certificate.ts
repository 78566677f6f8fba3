import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { App } from '../context.ts';

/**
 * Returns when the operator's certificate of the inbound listener expires; null: the listener has one of its own, or this
 * process has no listener. Rejects when the file cannot be read.
 */
export async function readCertificateEnd({ config }: App): Promise<Date | null> {
  if (config.inboundTls === null || !config.roles.has('inbound')) return null;
  const { validTo } = new X509Certificate(await readFile(config.inboundTls.certFile));
  return new Date(validTo);
}
