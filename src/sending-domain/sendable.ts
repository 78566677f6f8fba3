import type { SendingDomainStatus } from '../../prisma/generated/client.ts';
import type { Config } from '../ground/config/config.ts';

/** Domains that never leave the machine (RFC 2606, RFC 6761). */
const localDomain = /(?:^|\.)(?:test|example|localhost)$/;

/**
 * Whether capturing mail makes the domain count as verified (docs/rules.md#sendable-domains); computed at each use,
 * never stored.
 */
export function isCaptured(config: Config, domain: string): boolean {
  return config.transport === 'capture' && localDomain.test(domain);
}

/** Whether mail may go out from the domain now. A domain in `warning` is in its day of grace. */
export function isSendable(
  config: Config,
  domain: { readonly domain: string; readonly status: SendingDomainStatus },
): boolean {
  return domain.status === 'verified' || domain.status === 'warning' || isCaptured(config, domain.domain);
}

/**
 * Time that mail waits after a domain has verified, while emits are already accepted; milliseconds. The service asked
 * one name server; recipients may ask another one, which learns of new records a moment later.
 */
const settlingTime = 5_000;

/** Domains verified after this time are still settling (docs/rules.md#sending-state). */
export function settledBefore(config: Config, now: Date): Date {
  // No other name server is asked about captured mail.
  return config.transport === 'capture' ? now : new Date(now.getTime() - settlingTime);
}

/** When a domain that was verified at `verifiedAt` has settled. */
export function settlingEnd(verifiedAt: Date): Date {
  return new Date(verifiedAt.getTime() + settlingTime);
}
