/** Creates the transport that the configuration names. */
import { Resolver as DnsResolver } from 'node:dns/promises';
import type { Config } from '../config.ts';
import { createCaptureTransport } from './capture.ts';
import { createExchangers } from './mx/exchangers.ts';
import { createMxTransport } from './mx/mx.ts';
import { createStsPolicies } from './mx/sts-policies.ts';
import { exchangerRule, isPublicAddress } from './post/check-address.ts';
import { createSmtpTransport } from './smtp/smtp.ts';
import type { Transport } from './transport.ts';

/** Time for one query to one name server before it is repeated; milliseconds. */
const questionTimeoutMs = 3_000;
const questionTries = 2;

type TransportConfig = Pick<
  Config,
  | 'transport'
  | 'smtpUrl'
  | 'ehloName'
  | 'sourceAddresses'
  | 'mxPort'
  | 'mxConnections'
  | 'mxPrivateAddresses'
  | 'dnsServers'
  | 'production'
>;

/** `inbox`: the address of the local inbox; needed with `capture` alone. Throws when the transport lacks a setting. */
export function createTransport(
  config: TransportConfig,
  inbox: { readonly host: string; readonly port: number } | null,
): Transport {
  switch (config.transport) {
    case 'capture':
      if (inbox === null) throw new Error('TRANSPORT=capture needs the local inbox');
      return createCaptureTransport({ ...inbox, clientName: config.ehloName });
    case 'smtp':
      if (config.smtpUrl === null) throw new Error('SMTP_URL: is required with TRANSPORT=smtp');
      return createSmtpTransport({
        url: config.smtpUrl,
        clientName: config.ehloName,
        localAddress: config.sourceAddresses[0],
      });
    case 'mx':
      return createMx(config);
  }
}

function createMx(config: TransportConfig): Transport {
  const dns = new DnsResolver({ timeout: questionTimeoutMs, tries: questionTries });
  if (config.dnsServers.length > 0) dns.setServers(config.dnsServers);
  return createMxTransport({
    exchangers: createExchangers(dns, exchangerRule(config)),
    policies: createStsPolicies({
      dns,
      mayFetchFrom: config.production || !config.mxPrivateAddresses ? isPublicAddress : () => true,
    }),
    port: config.mxPort,
    connections: config.mxConnections,
    clientName: config.ehloName,
    localAddresses: config.sourceAddresses,
  });
}
