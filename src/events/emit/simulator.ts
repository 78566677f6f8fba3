import type { Simulation } from '../../../prisma/generated/client.ts';

/** What is played, by the local part of the address. */
const played: Readonly<Record<string, Simulation>> = {
  delivered: 'delivered',
  bounce: 'bounce',
  complaint: 'complaint',
  'soft-bounce': 'soft_bounce',
  suppressed: 'suppressed',
  delayed: 'delayed',
  expired: 'expired',
  reply: 'reply',
};

/** Such as `delivered@, bounce@ or complaint@`. */
export const playedAddresses = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  Object.keys(played).map((name) => `${name}@`),
);

/**
 * Returns the outcome that a simulator address plays (docs/rules.md#simulator); null for an address at another domain,
 * undefined for an unknown address at the simulator domain. `bounce+anything@` plays the outcome of `bounce@`.
 */
export function simulationOf(address: string, simulatorDomain: string): Simulation | null | undefined {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== simulatorDomain) return null;
  const name = address.slice(0, at).split('+')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(played, name) ? played[name] : undefined;
}
