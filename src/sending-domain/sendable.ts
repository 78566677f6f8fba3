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
