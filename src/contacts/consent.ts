/** The rules of marketing consent (docs/rules.md#older-consent). */
import type { ContactStatus } from '../../prisma/generated/client.ts';
import { DomainError } from '../ground/errors/errors.ts';
import type { Marketing } from './contact-input.ts';

/** The consent of a contact. */
export interface Consent {
  readonly status: ContactStatus;
  readonly marketingAt: Date | null;
  readonly consentedAt: Date | null;
  readonly consentedByKey: string | null;
  readonly optedOutAt: Date | null;
}

export const noConsent: Consent = {
  status: 'pending',
  marketingAt: null,
  consentedAt: null,
  consentedByKey: null,
  optedOutAt: null,
};

/**
 * Returns the consent after the caller's change `marketing`. `erasedAt`: the erasure of the contact's address, which
 * counts as an opt-out. Throws `consent_older_than_opt_out`.
 */
export function assertConsent(
  consent: Consent,
  { state, at }: Marketing,
  erasedAt: Date | null,
  apiKeyId: string | null,
): Consent {
  switch (state) {
    case 'subscribed': {
      const optedOutAt = latest(consent.optedOutAt, erasedAt);
      if (optedOutAt !== null && at <= optedOutAt) throw new DomainError('consent_older_than_opt_out');
      return { ...consent, status: 'subscribed', marketingAt: at, consentedAt: at, consentedByKey: apiKeyId };
    }
    case 'unsubscribed':
      return { ...consent, status: 'unsubscribed', marketingAt: at, optedOutAt: latest(consent.optedOutAt, at) };
  }
}

/**
 * Returns the consent of a contact that takes an address erased at `erasedAt`: an older consent does not cover that
 * address.
 */
export function takeErasedAddress(consent: Consent, erasedAt: Date): Consent {
  const older = consent.marketingAt !== null && consent.marketingAt <= erasedAt;
  if (consent.status !== 'subscribed' || !older) return consent;
  return {
    ...consent,
    status: 'unsubscribed',
    marketingAt: erasedAt,
    optedOutAt: latest(consent.optedOutAt, erasedAt),
  };
}

/** Returns the consent of a person who left marketing at `at`; the earlier consent stays on record. */
export function leave(consent: Consent, at: Date): Consent {
  return { ...consent, status: 'unsubscribed', marketingAt: at, optedOutAt: latest(consent.optedOutAt, at) };
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
