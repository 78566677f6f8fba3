import type { SendingDomainStatus } from '../../prisma/generated/client.ts';
import type { Config } from '../config.ts';

/** Domains that never leave the machine (RFC 2606, RFC 6761). */
const localDomain = /(?:^|\.)(?:test|example|localhost)$/;

/** Whether capture alone makes the domain count as verified; worked out while it runs, never stored (decisions, section 11). */
export function isCaptured(config: Config, domain: string): boolean {
  return config.transport === 'capture' && localDomain.test(domain);
}

/** Whether mail may go out from the domain now. A domain with a warning is in its day of grace. */
export function isSendable(
  config: Config,
  domain: { readonly domain: string; readonly status: SendingDomainStatus },
): boolean {
  return domain.status === 'verified' || domain.status === 'warning' || isCaptured(config, domain.domain);
}

/**
 * How long mail waits once a domain has verified, while its emits are accepted already; milliseconds. We asked one name
 * server, and the recipients' may ask another of the zone, which learns of new records a moment later.
 */
const settlingTime = 5_000;

/** A domain that verified after it is still settling, and its workspaces are being set up (contract, Workspace). */
export function settledBefore(config: Config, now: Date): Date {
  // Captured mail is for nobody else's name servers.
  return config.transport === 'capture' ? now : new Date(now.getTime() - settlingTime);
}
