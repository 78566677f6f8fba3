/** The transport that the configuration names. */
import type { Config } from '../config.ts';
import { createCaptureTransport } from './capture.ts';
import { createSmtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';

/**
 * `inbox`: where the local inbox takes mail; needed with `capture` alone.
 * Throws when what the transport needs is missing.
 */
export function createTransport(
  config: Pick<Config, 'transport' | 'smtpUrl' | 'bounceHost'>,
  inbox: { readonly host: string; readonly port: number } | null,
): Transport {
  switch (config.transport) {
    case 'capture':
      if (inbox === null) throw new Error('TRANSPORT=capture needs the local inbox');
      return createCaptureTransport({ ...inbox, clientName: config.bounceHost });
    case 'smtp':
      if (config.smtpUrl === null) throw new Error('SMTP_URL: is required with TRANSPORT=smtp');
      return createSmtpTransport({ url: config.smtpUrl, clientName: config.bounceHost });
  }
}
