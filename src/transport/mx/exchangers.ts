/**
 * Finds the hosts that take mail for a domain, by DNS (RFC 5321, section 5.1; RFC 7505; docs/rules.md#mail-exchangers).
 */
import type { Resolver as DnsResolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { askAddresses } from '../ask-addresses.ts';

export type MailHosts =
  /** Most preferred first. */
  | { readonly kind: 'hosts'; readonly hosts: readonly string[] }
  /** The domain declares that it takes no mail (RFC 7505). */
  | { readonly kind: 'null_mx' }
  /** No such domain, or one with neither exchanger nor address. */
  | { readonly kind: 'unknown' }
  /** No name server responded; a later lookup may succeed. */
  | { readonly kind: 'unanswered' };

export interface Exchangers {
  hostsOf(domain: string): Promise<MailHosts>;
  /** IPv4 first; empty when the name has no allowed address, or no name server responded. */
  addressesOf(host: string): Promise<readonly string[]>;
}

/**
 * Time that a result is cached; milliseconds. Shorter than the lifetime of most records, so a change is noticed soon.
 */
const answersKeptFor = 60_000;
const answersKept = 10_000;
/** Hosts of one domain tried in one attempt. */
const hostsMax = 5;

const denied: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

export function createExchangers(dns: DnsResolver, mayAsk: (address: string) => boolean): Exchangers {
  const hosts = new LRUCache<string, MailHosts>({ max: answersKept, ttl: answersKeptFor });
  const addresses = new LRUCache<string, readonly string[]>({ max: answersKept, ttl: answersKeptFor });

  async function findHosts(domain: string): Promise<MailHosts> {
    try {
      const records = await dns.resolveMx(domain);
      // A root label, in either spelling.
      const named = records.filter(({ exchange }) => exchange.replace(/\.$/, '') !== '');
      if (named.length === 0 && records.length > 0) return { kind: 'null_mx' };
      if (named.length > 0) return { kind: 'hosts', hosts: inOrder(named) };
    } catch (error) {
      if (!denied.includes(codeOf(error))) return { kind: 'unanswered' };
    }
    return findImplicitHost(domain);
  }

  /** A domain without MX is its own exchanger, if it has an address. */
  async function findImplicitHost(domain: string): Promise<MailHosts> {
    const { addresses, failures } = await askAddresses(dns, domain);
    if (addresses.length > 0) return { kind: 'hosts', hosts: [domain] };
    const sure = failures.every((reason) => denied.includes(codeOf(reason)));
    return { kind: sure ? 'unknown' : 'unanswered' };
  }

  return {
    async hostsOf(domain) {
      const kept = hosts.get(domain);
      if (kept) return kept;
      const found = await findHosts(domain);
      if (found.kind === 'hosts') hosts.set(domain, found);
      return found;
    },
    async addressesOf(host) {
      const kept = addresses.get(host);
      if (kept) return kept;
      const found = (await askAddresses(dns, host)).addresses.filter(mayAsk);
      if (found.length > 0) addresses.set(host, found);
      return found;
    },
  };
}

interface MxRecord {
  readonly exchange: string;
  readonly priority: number;
}

/** Orders hosts by preference; hosts of one preference in random order, so that they share the load. */
function inOrder(records: readonly MxRecord[]): readonly string[] {
  const drawn = records.map((record) => ({ ...record, lot: Math.random() }));
  drawn.sort((a, b) => a.priority - b.priority || a.lot - b.lot);
  const names = drawn.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
  return [...new Set(names)].slice(0, hostsMax);
}

function codeOf(reason: unknown): unknown {
  return reason instanceof Error && 'code' in reason ? reason.code : undefined;
}
