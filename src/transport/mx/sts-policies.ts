/** MTA-STS (RFC 8461): which exchangers of a domain may be trusted, and that they must speak TLS. Read by mailauth. */
import type { Resolver as DnsResolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { MTASTSPolicy } from 'mailauth';
import { getPolicy, validateMx } from 'mailauth/lib/mta-sts.js';

export interface StsPolicies {
  /** Which hosts the domain's policy allows with valid certificates alone; null: nothing is enforced. */
  enforced(domain: string): Promise<((host: string) => boolean) | null>;
}

export interface StsOptions {
  readonly dns: DnsResolver;
  /** Policies are fetched from hosts that recipients name: addresses that this denies are not asked. */
  readonly mayFetchFrom: (address: string) => boolean;
}

const policiesKept = 10_000;
/** How long a policy is taken for current without asking DNS for its id again; milliseconds. */
const currentFor = 300_000;
/** How long the policy's host may take to answer; milliseconds. */
const fetchTimeoutMs = 10_000;
/**
 * Bytes of a policy, and characters of the record that announces it: mailauth trims lines with patterns that backtrack.
 * RFC 8461, section 3.3 suggests 64 KB for policies; real ones have a few hundred bytes.
 */
const policyMaxBytes = 8_192;
const recordMaxLength = 512;

export function createStsPolicies({ dns, mayFetchFrom }: StsOptions): StsPolicies {
  // As mailauth calls it: with a name and the type of record.
  async function resolver(name: string, type: string): Promise<string[] | string[][]> {
    if (type === 'TXT') return (await dns.resolveTxt(name)).filter((strings) => lengthOf(strings) <= recordMaxLength);
    const addresses = type === 'A' ? await dns.resolve4(name) : await dns.resolve6(name);
    return addresses.filter(mayFetchFrom);
  }

  const policies = new LRUCache<string, MTASTSPolicy>({
    max: policiesKept,
    ttl: currentFor,
    ignoreFetchAbort: true,
    // A policy whose id could not be read stays known: the next look is told of it.
    noDeleteOnFetchRejection: true,
    async fetchMethod(domain, known) {
      const options = { strict: true, resolver, timeout: fetchTimeoutMs, maxPolicySize: policyMaxBytes };
      return (await getPolicy(domain, known ?? null, options)).policy;
    },
  });

  return {
    async enforced(domain) {
      const policy = await policies.forceFetch(domain);
      return policy.mode === 'enforce' ? (host) => validateMx(host, policy).valid : null;
    },
  };
}

function lengthOf(strings: readonly string[]): number {
  return strings.reduce((length, string) => length + string.length, 0);
}
