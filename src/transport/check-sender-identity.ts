/**
 * Looks whether DNS confirms the name and the addresses that mail goes out with (docs/rules.md#sender-identity). Large
 * providers refuse mail of a host whose address has no name, or whose name leads elsewhere.
 */
import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:net';
import type { Config } from '../ground/config/config.ts';

type IdentityConfig = Pick<Config, 'transport' | 'ehloName' | 'sourceAddresses' | 'dnsServers'>;

/** Time for one query to one name server before it is repeated; milliseconds. */
const questionTimeoutMs = 2_000;
const questionTries = 2;
/** Addresses of the name that are looked up again by number. */
const addressesMax = 4;

const denied: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Returns what receiving servers may mind, each as a sentence; empty where nothing is wrong, where name servers are
 * silent, and with transports whose mail another server passes on. Never throws.
 */
export async function checkSenderIdentity(config: IdentityConfig): Promise<readonly string[]> {
  if (config.transport === 'capture') return [];
  const faults: string[] = [];
  for (const address of config.sourceAddresses) {
    if (!(await isOurs(address)))
      faults.push(`SOURCE_ADDRESS: this machine has no address ${address}; no mail leaves.`);
  }
  // A relay looks at nobody else's name.
  if (config.transport !== 'mx') return faults;
  const dns = new Resolver({ timeout: questionTimeoutMs, tries: questionTries });
  if (config.dnsServers.length > 0) dns.setServers([...config.dnsServers]);
  return [...faults, ...(await nameFaults(dns, config))];
}

async function nameFaults(dns: Resolver, { ehloName, sourceAddresses }: IdentityConfig): Promise<readonly string[]> {
  const found = await addressesOf(dns, ehloName);
  if (found === null) return [];
  if (found.length === 0) {
    return [`EHLO_NAME: ${ehloName} has no address in DNS; many servers refuse mail from a name that leads nowhere.`];
  }
  const faults: string[] = [];
  for (const address of sourceAddresses) {
    if (!found.includes(plain(address))) {
      faults.push(`EHLO_NAME: ${ehloName} does not lead to SOURCE_ADDRESS ${address}, but to ${found.join(', ')}.`);
    }
  }
  for (const address of sourceAddresses.length > 0 ? sourceAddresses : found.slice(0, addressesMax)) {
    const names = await ask(() => dns.reverse(address));
    if (names === null) continue;
    if (names.length === 0) {
      faults.push(`${address} has no name in DNS (PTR); large providers refuse mail from such an address.`);
    } else if (!names.some((name) => name.toLowerCase().replace(/\.$/, '') === ehloName)) {
      faults.push(
        `The name of ${address} in DNS (PTR) is ${names.slice(0, addressesMax).join(', ')}, not ${ehloName}.`,
      );
    }
  }
  return faults;
}

/** Null: no name server responded, which says nothing. */
async function addressesOf(dns: Resolver, name: string): Promise<readonly string[] | null> {
  const [v4, v6] = await Promise.all([ask(() => dns.resolve4(name)), ask(() => dns.resolve6(name))]);
  const found = [...(v4 ?? []), ...(v6 ?? [])].map(plain);
  return found.length === 0 && (v4 === null || v6 === null) ? null : found;
}

async function ask(question: () => Promise<readonly string[]>): Promise<readonly string[] | null> {
  try {
    return await question();
  } catch (error) {
    return error instanceof Error && 'code' in error && denied.includes(error.code) ? [] : null;
  }
}

/** One spelling of an IPv6 address, as in DNS. */
function plain(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

/** Whether a connection can begin at the address: the system gives it a port. */
function isOurs(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: address, port: 0 }, () => server.close(() => resolve(true)));
  });
}
