/**
 * MTA-STS (RFC 8461; docs/rules.md#tls-policies): the exchangers that a domain allows, over TLS alone. Parsed by
 * mailauth.
 */
import type { Resolver as DnsResolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { MTASTSPolicy } from 'mailauth';
import { getPolicy, validateMx } from 'mailauth/lib/mta-sts.js';

export interface StsPolicies {
  /**
   * Returns the test of hosts that the domain's policy allows, with valid certificates alone; null: the domain enforces
   * nothing.
   */
  enforced(domain: string): Promise<((host: string) => boolean) | null>;
}

export interface StsOptions {
  readonly dns: DnsResolver;
  /** Recipients name the hosts that policies are fetched from; denied addresses are never contacted. */
  readonly mayFetchFrom: (address: string) => boolean;
}

const policiesKept = 10_000;
/** Time that a policy is used without asking DNS for its id again; milliseconds. */
const currentFor = 300_000;
/** Time that the policy's host has for its response; milliseconds. */
const fetchTimeoutMs = 10_000;
/**
 * Bytes of a policy, and characters of the record that announces it: mailauth trims lines with patterns that backtrack.
 * RFC 8461, section 3.3 suggests 64 KB for policies; real ones have a few hundred bytes.
 */
const policyMaxBytes = 8_192;
const recordMaxLength = 512;

export function createStsPolicies({ dns, mayFetchFrom }: StsOptions): StsPolicies {
  // Called by mailauth with a name and the type of record.
  async function resolver(name: string, type: string): Promise<string[] | string[][]> {
    if (type === 'TXT') return (await dns.resolveTxt(name)).filter((strings) => lengthOf(strings) <= recordMaxLength);
    const addresses = type === 'A' ? await dns.resolve4(name) : await dns.resolve6(name);
    return addresses.filter(mayFetchFrom);
  }

  const policies = new LRUCache<string, MTASTSPolicy>({
    max: policiesKept,
    ttl: currentFor,
    ignoreFetchAbort: true,
    // A policy whose id could not be read stays cached for the next lookup.
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
