import { isLoopbackHost } from '../ports/loopback.ts';
import type { Config } from './config.ts';

/** What to warn of at the start because links of mails would lead nowhere (docs/rules.md#public-address); null: nothing. */
export function publicAddressFault({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | null {
  if (publicUrl !== null || isLoopbackHost(host)) return null;
  return `PUBLIC_URL: is not set, so links of mails lead to ${host}; name the address at which people reach this service`;
}
