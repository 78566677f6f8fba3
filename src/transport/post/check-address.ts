/** The addresses that webhooks and direct mail may go to (docs/rules.md#public-addresses), and the resolution of names. */
import { Resolver as DnsResolver, lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { askAddresses } from '../ask-addresses.ts';

export interface Resolver {
  /** Returns the A and AAAA of `host`, IPv4 first. Throws when the name has none or no name server responds. */
  resolve(host: string): Promise<readonly string[]>;
}

/** Time for one query to one name server before it is repeated (milliseconds). */
const questionTimeoutMs = 2_000;
const questionTries = 2;

/** Codes of an unknown name, or of a machine without a name server: the hosts file may still have the name. */
const unknownName: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

/**
 * The machine's own resolution. DNS is asked first through c-ares, since `lookup` blocks one of libuv's four threads
 * for as long as a dead name server is silent, and DKIM signing and files need those threads. Only a name that DNS
 * quickly denies goes to `lookup`, which also reads the hosts file.
 *
 * @param servers `host:port` list; default: the name servers of the machine.
 */
export function systemResolver(servers: readonly string[] = []): Resolver {
  const dns = new DnsResolver({ timeout: questionTimeoutMs, tries: questionTries });
  if (servers.length > 0) dns.setServers(servers);
  return {
    async resolve(host) {
      const { addresses, failures } = await askAddresses(dns, host);
      if (addresses.length > 0) return addresses;
      const sure = failures.every((reason) => unknownName.includes(codeOf(reason)));
      // The question that was not denied says more.
      if (!sure) throw failures.find((reason) => !unknownName.includes(codeOf(reason)));
      if (servers.length > 0) throw failures[0];
      const found = await lookup(host, { all: true, order: 'ipv4first' });
      return found.map(({ address }) => address);
    },
  };
}

function codeOf(reason: unknown): unknown {
  return reason instanceof Error && 'code' in reason ? reason.code : undefined;
}

/** Ranges of this machine, its link, or many machines at once, which no mail server has. */
const notAServer: readonly string[] = ['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast'];

/**
 * Whether mail may go to `ip` directly. Private networks may have mail servers of their own; an MX never means this
 * machine or its link (RFC 5321, 5.1).
 */
export function mayTakeMail(ip: string): boolean {
  return ipaddr.isValid(ip) && !notAServer.includes(ipaddr.process(ip).range());
}

/** Global unicast (RFC 4291); any other IPv6 address is special-purpose or not assigned. */
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation (RFC 9637). */
const documentationIPv6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether IANA's special-purpose registries leave `ip` globally reachable (docs/rules.md#public-addresses). Forms with
 * an embedded IPv4 address (mapped, NAT64, 6to4, Teredo) are rejected whatever they carry: no public host needs them.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip) || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv4) return ipaddr.IPv4.isValidFourPartDecimal(ip) && address.range() === 'unicast';
  return address.match(globalIPv6) && !address.match(documentationIPv6) && address.range() === 'unicast';
}

/**
 * Returns the rule for addresses of direct mail. Recipients' domains name the exchangers, so these are as untrusted as
 * the hosts of webhook URLs; `mxPrivateAddresses` also allows the operator's own networks.
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
