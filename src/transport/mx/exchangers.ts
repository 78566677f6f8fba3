/**
 * Finds the hosts that take mail for a domain, by DNS (RFC 5321, section 5.1; RFC 7505; docs/rules.md#mail-exchangers).
 */
import type { Resolver as DnsResolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { askAddresses } from '../ask-addresses.ts';

export type MailHosts =
  /** Most preferred first. `all`: the domain has no others, which are too many to be tried. */
  | { readonly kind: 'hosts'; readonly hosts: readonly string[]; readonly all: boolean }
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
  /** Whether DNS says of every host that the name does not exist. Silence and a failing name server say nothing. */
  noneExists(hosts: readonly string[]): Promise<boolean>;
}

/**
 * Time that a result is cached; milliseconds. Shorter than the lifetime of most records, so a change is noticed soon.
 */
const answersKeptFor = 60_000;
const answersKept = 10_000;
/** Hosts of one domain tried in one attempt. */
const hostsMax = 5;

/** NXDOMAIN. */
const noSuchName = 'ENOTFOUND';
const denied: readonly unknown[] = [noSuchName, 'ENODATA'];

export function createExchangers(dns: DnsResolver, mayAsk: (address: string) => boolean): Exchangers {
  const hosts = new LRUCache<string, MailHosts>({ max: answersKept, ttl: answersKeptFor });
  const addresses = new LRUCache<string, readonly string[]>({ max: answersKept, ttl: answersKeptFor });

  async function findHosts(domain: string): Promise<MailHosts> {
    try {
      const records = await dns.resolveMx(domain);
      // A root label, in either spelling.
      const named = records.filter(({ exchange }) => exchange.replace(/\.$/, '') !== '');
      if (named.length === 0 && records.length > 0) return { kind: 'null_mx' };
      if (named.length > 0) return inOrder(named);
    } catch (error) {
      if (!denied.includes(codeOf(error))) return { kind: 'unanswered' };
    }
    return findImplicitHost(domain);
  }

  /** A domain without MX is its own exchanger, if it has an address. */
  async function findImplicitHost(domain: string): Promise<MailHosts> {
    const { addresses, failures } = await askAddresses(dns, domain);
    if (addresses.length > 0) return { kind: 'hosts', hosts: [domain], all: true };
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
    async noneExists(names) {
      for (const name of names) {
        const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
        const exists = answers.some(({ status }) => status === 'fulfilled');
        if (
          exists ||
          !answers.every((answer) => answer.status === 'rejected' && codeOf(answer.reason) === noSuchName)
        ) {
          return false;
        }
      }
      return true;
    },
  };
}

interface MxRecord {
  readonly exchange: string;
  readonly priority: number;
}

/** Orders hosts by preference; hosts of one preference in random order, so that they share the load. */
function inOrder(records: readonly MxRecord[]): MailHosts {
  const drawn = records.map((record) => ({ ...record, lot: Math.random() }));
  drawn.sort((a, b) => a.priority - b.priority || a.lot - b.lot);
  const names = drawn.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
  const hosts = [...new Set(names)];
  return { kind: 'hosts', hosts: hosts.slice(0, hostsMax), all: hosts.length <= hostsMax };
}

function codeOf(reason: unknown): unknown {
  return reason instanceof Error && 'code' in reason ? reason.code : undefined;
}
