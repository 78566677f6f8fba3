import type { Simulation } from '../../prisma/generated/client.ts';

const played: Readonly<Record<string, Simulation>> = {
  delivered: 'delivered',
  bounce: 'bounce',
  complaint: 'complaint',
};

/**
 * What a simulator address plays (decisions, section 7); null for an address elsewhere, undefined for one at the
 * simulator domain that plays nothing. `bounce+anything@` plays as `bounce@` does.
 */
export function simulationOf(address: string, simulatorDomain: string): Simulation | null | undefined {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== simulatorDomain) return null;
  const name = address.slice(0, at).split('+')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(played, name) ? played[name] : undefined;
}
