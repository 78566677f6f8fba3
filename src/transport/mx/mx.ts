/** Mail straight to the recipient's own exchangers: `TRANSPORT=mx` (docs/rules.md#mail-exchangers). */

import { domainOf } from '../../ground/addresses/domain-of.ts';
import { asciiAddress, asciiDomain } from '../mail/mail-header.ts';
import { judgeDelivery } from '../replies/judge-delivery.ts';
import type { SentMail } from '../smtp/kept-sessions.ts';
import { furtherTriesMs } from '../smtp/smtp-time-limits.ts';
import type { DeliveryResult, OutgoingMail, Transport } from '../transport.ts';
import { createExchangerPace, type ExchangerPaceOptions } from './exchanger-pace.ts';
import type { ExchangerWait } from './exchanger-wait.ts';
import type { Exchangers } from './exchangers.ts';
import { createMxPools } from './mx-pools.ts';
import { noneReached } from './own-reply.ts';
import type { ExchangerRoute } from './provider-pool.ts';
import { sourceOf } from './shared-pace.ts';
import type { StsPolicies } from './sts-policies.ts';

/** `connections`: to one provider at once, at most. */
export interface MxOptions extends Omit<ExchangerPaceOptions, 'source'> {
  readonly exchangers: Exchangers;
  readonly policies: StsPolicies;
  readonly port: number;
  /** The name of this service in EHLO. */
  readonly clientName: string;
  /** Addresses of this machine to connect from, at most one of each family; none: the system chooses. */
  readonly localAddresses?: readonly string[];
}

/** Stand for a reply while DNS knows none of the exchangers that the domain names, and after an hour of retries. */
export const noneExists = '451 4.4.4 None of the mail exchangers of the domain exists';
const noneExistsStill = '550 5.1.2 Host unknown: none of the mail exchangers of the domain exists';

/** Time for which mail is tried again though none of the exchangers exists: a zone may be written anew. Milliseconds. */
const noneExistsAfterMs = 3_600_000;

interface Attempted {
  readonly host: string | null;
  readonly sent: SentMail;
}

export function createMxTransport(options: MxOptions): Transport {
  const { exchangers, policies } = options;
  const pace = createExchangerPace({ ...options, source: sourceOf(options.localAddresses ?? []) });
  const pools = createMxPools({ ...options, pace });

  /** The exchangers to try, and all that the domain names where that is known. */
  interface Found {
    readonly routes: readonly ExchangerRoute[];
    readonly named: readonly string[] | null;
  }

  async function findRoutes(domain: string): Promise<Found | SentMail> {
    const [found, allowed] = await Promise.all([exchangers.hostsOf(domain), policies.enforced(domain)]);
    switch (found.kind) {
      // Results of DNS become the replies that a server would give, so that one set of rules judges all.
      case 'null_mx':
        return said('556 5.1.10 The domain accepts no mail (null MX)');
      case 'unknown':
        return said('550 5.1.2 Host unknown: the domain has no mail exchanger and no address');
      case 'unanswered':
        return said('451 4.4.3 The domain could not be looked up');
      case 'hosts': {
        const hosts = found.hosts.filter((host) => allowed === null || allowed(host));
        if (hosts.length === 0) return said('451 4.7.5 No mail exchanger of the domain is in its MTA-STS policy');
        const startTls = allowed === null ? 'opportunistic' : 'required';
        return { routes: hosts.map((host) => ({ host, startTls })), named: found.all ? found.hosts : null };
      }
    }
  }

  /** Tries the hosts in turn until one replies about the mail. */
  async function attempt(mail: OutgoingMail): Promise<Attempted | ExchangerWait> {
    const domain = domainOf(mail.envelope.to);
    const found = await findRoutes(domain);
    if ('outcome' in found) return { host: null, sent: found };
    const { routes, named } = found;
    const started = performance.now();
    let last: Attempted | null = null;
    let wait: ExchangerWait | null = null;
    for (const exchanger of routes) {
      if (last !== null && performance.now() - started > furtherTriesMs) break;
      const sent = await pools.send(exchanger, mail);
      if (sent === null) continue;
      if ('reason' in sent) {
        wait ??= sent;
        continue;
      }
      last = { host: exchanger.host, sent };
      if (!isAboutTheHost(sent)) return last;
    }
    if (last === null && wait !== null) return wait;
    const hasReply = last?.sent.outcome.kind === 'refused';
    if (!hasReply && named !== null && (await exchangers.noneExists(named))) {
      return { host: null, sent: said((mail.retriedForMs ?? 0) < noneExistsAfterMs ? noneExists : noneExistsStill) };
    }
    return last ?? { host: routes[0]?.host ?? null, sent: said(noneReached) };
  }

  return {
    name: 'mx',
    async laneOf(domain) {
      const found = await exchangers.hostsOf(asciiDomain(domain));
      return found.kind === 'hosts' ? found.hosts.toSorted().join(' ') : domain;
    },
    pace,
    outage: null,
    async deliver(mail): Promise<DeliveryResult> {
      const started = performance.now();
      const to = asciiAddress(mail.envelope.to);
      const attempted = await attempt({ ...mail, envelope: { from: mail.envelope.from, to } });
      const waits = 'reason' in attempted;
      const { host, sent } = waits ? { host: null, sent: said(waitingReply(attempted)) } : attempted;
      const result = judgeDelivery(sent, {
        recipient: to,
        sender: mail.envelope.from,
        clientName: options.clientName,
        exchanger: host,
        side: 'exchanger',
        durationMs: Math.round(performance.now() - started),
      });
      return waits ? { ...result, wait: attempted } : result;
    },
    close: () => pools.close(),
  };
}

/** For a mail that no queue holds, such as a test mail. */
function waitingReply({ provider, until }: ExchangerWait): string {
  return `451 4.7.0 The mail servers of ${provider} get no more mail of this service before ${until.toISOString()}`;
}

/** Makes a rejection in the words of a server, at the stage where a server would give it. */
function said(reply: string): SentMail {
  return { outcome: { kind: 'refused', stage: 'rcpt', reply }, tlsVersion: null };
}

/** Whether the outcome concerns the host and nothing of the mail was offered: the next host may take the mail. */
function isAboutTheHost({ outcome }: SentMail): boolean {
  return (outcome.kind === 'refused' && outcome.stage === 'open') || (outcome.kind === 'lost' && !outcome.offered);
}
