/** Creates the transport that the configuration names. */
import { Resolver as DnsResolver } from 'node:dns/promises';
import type { Queryable } from '../db/connections/pool.ts';
import type { Config } from '../ground/config/config.ts';
import { type Clock, systemClock } from '../ground/time/clock.ts';
import { createCaptureTransport } from './capture.ts';
import { createExchangers } from './mx/exchangers.ts';
import { createMxTransport } from './mx/mx.ts';
import { type ExchangerRules, exchangerRules } from './mx/provider-rules.ts';
import { readExchangerRules } from './mx/read-exchanger-rules.ts';
import { reserveMails } from './mx/reserve-mails.ts';
import { sourceOf } from './mx/shared-pace.ts';
import { createStsPolicies } from './mx/sts-policies.ts';
import { createWarmUp, type WarmUp } from './mx/warm-up.ts';
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
  | 'exchangerRules'
  | 'warmUp'
  | 'dnsServers'
  | 'production'
>;

/** What the sending processes share; needed with `WARM_UP` alone. */
interface Shared {
  readonly database: Queryable;
  readonly clock?: Clock | undefined;
}

/** `inbox`: the address of the local inbox; needed with `capture` alone. Throws when the transport lacks a setting. */
export function createTransport(
  config: TransportConfig,
  inbox: { readonly host: string; readonly port: number } | null,
  shared: Shared | null = null,
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
      return createMx(config, shared);
  }
}

function createMx(config: TransportConfig, shared: Shared | null): Transport {
  const dns = new DnsResolver({ timeout: questionTimeoutMs, tries: questionTries });
  if (config.dnsServers.length > 0) dns.setServers(config.dnsServers);
  const rules = rulesOf(config);
  return createMxTransport({
    exchangers: createExchangers(dns, exchangerRule(config)),
    policies: createStsPolicies({
      dns,
      mayFetchFrom: config.production || !config.mxPrivateAddresses ? isPublicAddress : () => true,
    }),
    port: config.mxPort,
    connections: config.mxConnections,
    rules,
    clock: shared?.clock ?? systemClock,
    warmUp: warmUpOf(config, rules, shared),
    clientName: config.ehloName,
    localAddresses: config.sourceAddresses,
  });
}

function rulesOf(config: TransportConfig): ExchangerRules {
  if (config.exchangerRules === null) return exchangerRules;
  try {
    return readExchangerRules(config.exchangerRules);
  } catch (error) {
    throw new Error(`EXCHANGER_RULES: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

function warmUpOf(config: TransportConfig, rules: ExchangerRules, shared: Shared | null): WarmUp | null {
  if (config.warmUp === null) return null;
  if (shared === null) throw new Error('WARM_UP: needs the database');
  const { database, clock = systemClock } = shared;
  const source = sourceOf(config.sourceAddresses);
  return createWarmUp({
    since: new Date(`${config.warmUp}T00:00:00.000Z`),
    ramp: rules.warmUp,
    clock,
    reserve: (asked) => reserveMails(database, { ...asked, source, now: clock.now() }),
  });
}
