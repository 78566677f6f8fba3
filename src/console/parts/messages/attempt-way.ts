/** Where an attempt went, and whether a server answered it. */
import { words } from '../../words.ts';
import type { Attempt } from './fold-attempts.ts';

const text = words.message;

/** As src/transport/mx/mx.ts says it; the test holds both to one text. */
export const noneReached = '451 4.4.1 No mail exchanger of the domain can be reached';

type Reached = Pick<NonNullable<Attempt>, 'exchanger' | 'reply' | 'transport'>;

/**
 * Whether a server answered the attempt: what DNS said, and that no exchanger was reached, is stored in the form of a reply
 * that no server gave.
 */
export function wasRefused(attempt: Reached | null): boolean {
  if (!attempt?.reply) return false;
  return attempt.transport !== 'mx' || (attempt.exchanger !== null && attempt.reply !== noneReached);
}

/** Where an attempt went, how it was encrypted, and what it took. */
export function wayOf(attempt: Attempt): string {
  if (attempt === null) return '';
  const { exchanger, transport, tlsVersion, durationMs } = attempt;
  const security = transport === 'capture' ? null : tlsVersion ? `${text.tls} ${tlsVersion}` : text.noTls;
  return [exchanger && text.by(exchanger), security, text.took(durationMs)].filter(Boolean).join(' · ');
}
