/** Mail straight to the recipient's own exchangers: `TRANSPORT=mx` (docs/rules.md#mail-exchangers). */

import { domainOf } from '../../domain-of.ts';
import { asciiAddress, asciiDomain } from '../mail/mail-header.ts';
import { judgeDelivery } from '../replies/judge-delivery.ts';
import type { SentMail } from '../smtp/smtp-pool.ts';
import type { DeliveryResult, OutgoingMail, Transport } from '../transport.ts';
import type { Exchangers } from './exchangers.ts';
import { createMxPools, type ExchangerRoute } from './mx-pools.ts';
import type { StsPolicies } from './sts-policies.ts';

export interface MxOptions {
  readonly exchangers: Exchangers;
  readonly policies: StsPolicies;
  readonly port: number;
  /** Simultaneous connections to one exchanger. */
  readonly connections: number;
  /** The name of this service in EHLO. */
  readonly clientName: string;
}

/** Stands for a reply where no exchanger could be reached. */
export const noneReached = '451 4.4.1 No mail exchanger of the domain can be reached';

interface Attempted {
  readonly host: string | null;
  readonly sent: SentMail;
}

export function createMxTransport(options: MxOptions): Transport {
  const { exchangers, policies } = options;
  const pools = createMxPools(options);

  async function findRoute(domain: string): Promise<readonly ExchangerRoute[] | SentMail> {
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
        return hosts.map((host) => ({ host, startTls: allowed === null ? 'opportunistic' : 'required' }));
      }
    }
  }

  /** Tries the hosts in turn until one replies about the mail. */
  async function attempt(mail: OutgoingMail): Promise<Attempted> {
    const domain = domainOf(mail.envelope.to);
    const route = await findRoute(domain);
    if ('outcome' in route) return { host: null, sent: route };
    let last: Attempted | null = null;
    for (const exchanger of route) {
      const sent = await pools.send(exchanger, mail);
      if (sent === null) continue;
      last = { host: exchanger.host, sent };
      if (!isAboutTheHost(sent)) return last;
    }
    return last ?? { host: route[0]?.host ?? null, sent: said(noneReached) };
  }

  return {
    name: 'mx',
    async laneOf(domain) {
      const found = await exchangers.hostsOf(asciiDomain(domain));
      return found.kind === 'hosts' ? found.hosts.toSorted().join(' ') : domain;
    },
    outage: null,
    async deliver(mail): Promise<DeliveryResult> {
      const started = performance.now();
      const to = asciiAddress(mail.envelope.to);
      const { host, sent } = await attempt({ ...mail, envelope: { from: mail.envelope.from, to } });
      return judgeDelivery(sent, {
        recipient: to,
        sender: mail.envelope.from,
        clientName: options.clientName,
        exchanger: host,
        side: 'exchanger',
        durationMs: Math.round(performance.now() - started),
      });
    },
    close: () => pools.close(),
  };
}

/** Makes a rejection in the words of a server, at the stage where a server would give it. */
function said(reply: string): SentMail {
  return { outcome: { kind: 'refused', stage: 'rcpt', reply }, tlsVersion: null };
}

/** Whether the outcome concerns the host and nothing of the mail was offered: the next host may take the mail. */
function isAboutTheHost({ outcome }: SentMail): boolean {
  return (outcome.kind === 'refused' && outcome.stage === 'open') || (outcome.kind === 'lost' && !outcome.offered);
}
