/**
 * Ways in and out of the service: mail out (smtp, capture, mx), reports in (inbound), webhooks out (guarded-post).
 * Imports npm and the ground (src/errors, ids, log, clock, secrets) alone; the nouns import it, never the reverse.
 *
 * This file: which addresses a webhook may go to, and how names become addresses.
 */
import { Resolver as DnsResolver, lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface Resolver {
  /** Every A and AAAA of `host`, IPv4 first. Throws when the name has none or nobody answers. */
  resolve(host: string): Promise<readonly string[]>;
}

/** How long one question to one name server may take before it is asked again (milliseconds). */
const questionTimeoutMs = 2_000;
const questionTries = 2;

/** What means "DNS was asked and knows no such name", or "no name server runs here": the hosts file may still know. */
const unknownName: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

/**
 * The machine's own resolution. DNS is asked first through c-ares, since `lookup` takes one of libuv's four threads
 * for as long as a dead name server keeps silent, and DKIM signing and files need those threads. Only a name that DNS
 * quickly denies goes to `lookup`, which also reads the hosts file.
 *
 * @param servers `host:port` list; default: those of the machine.
 */
export function systemResolver(servers: readonly string[] = []): Resolver {
  const dns = new DnsResolver({ timeout: questionTimeoutMs, tries: questionTries });
  if (servers.length > 0) dns.setServers(servers);
  return {
    async resolve(host) {
      const answers = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const failure = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : null));
      if (!failure.every((reason) => unknownName.includes(codeOf(reason)))) throw failure[0];
      if (servers.length > 0) throw failure[0];
      const found = await lookup(host, { all: true, order: 'ipv4first' });
      return found.map(({ address }) => address);
    },
  };
}

function codeOf(reason: unknown): unknown {
  return reason instanceof Error && 'code' in reason ? reason.code : undefined;
}

/** What stands for this machine, its link, or many machines at once: nobody's mail server is there. */
const notAServer: readonly string[] = ['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast'];

/**
 * Whether mail for others may go to `ip`. Private networks may have mail servers of their own; this machine, or what
 * answers on its link alone, is never meant by a stranger's MX (RFC 5321, 5.1).
 */
export function mayTakeMail(ip: string): boolean {
  return ipaddr.isValid(ip) && !notAServer.includes(ipaddr.process(ip).range());
}

/** Global unicast (RFC 4291); whatever of IPv6 lies outside is special-purpose or not assigned. */
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation (RFC 9637). */
const documentationIPv6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether IANA's special-purpose registries leave `ip` globally reachable (decisions, section 9). Forms that carry an
 * IPv4 address inside (mapped, NAT64, 6to4, Teredo) are refused whatever they carry: no public host needs them.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip) || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv4) return ipaddr.IPv4.isValidFourPartDecimal(ip) && address.range() === 'unicast';
  return address.match(globalIPv6) && !address.match(documentationIPv6) && address.range() === 'unicast';
}

/**
 * Which addresses mail may be sent to directly. Recipients' domains name the exchangers, so these are as foreign as the
 * hosts of webhook URLs; `mxPrivateAddresses` also allows the operator's own networks.
 */
export function exchangerRule({
  production,
  mxPrivateAddresses,
}: {
  readonly production: boolean;
  readonly mxPrivateAddresses: boolean;
}): (address: string) => boolean {
  if (!mxPrivateAddresses) return isPublicAddress;
  return production ? mayTakeMail : () => true;
}
