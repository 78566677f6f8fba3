/** Where an attempt went. */
import { words } from '../../words.ts';
import type { Attempt } from './fold-attempts.ts';

const text = words.message;

/** Where an attempt went, how it was encrypted, and what it took. */
export function wayOf(attempt: Attempt): string {
  if (attempt === null) return '';
  const { exchanger, transport, tlsVersion, durationMs } = attempt;
  const security = transport === 'capture' ? null : tlsVersion ? `${text.tls} ${tlsVersion}` : text.noTls;
  return [exchanger && text.by(exchanger), security, text.took(durationMs)].filter(Boolean).join(' · ');
}
