/** Marketing consent: its states, its form in contacts, and its form in requests. */
import { ContactStatus } from '../prisma/generated/client.ts';
import { builder } from './builder.ts';

export const ContactStatusEnum = builder.enumType(ContactStatus, {
  name: 'ContactStatus',
  description: 'Whether a person takes marketing email; transactional email does not depend on it.',
  values: {
    pending: { description: 'No consent was ever sent, so no marketing email goes out.' },
    subscribed: { description: 'The person takes marketing email.' },
    unsubscribed: { description: 'The person takes no marketing email.' },
  },
});

export const ContactStatusFilter = builder.enumType('ContactStatusFilter', {
  description: 'Narrows a list of contacts to one marketing state, or to suppressed addresses.',
  values: {
    pending: { description: 'Contacts for whom no consent was ever sent.' },
    subscribed: { description: 'Contacts whose latest consent accepts marketing email.' },
    unsubscribed: { description: 'Contacts whose latest consent rejects marketing email.' },
    cleaned: { description: 'Contacts whose address is suppressed for all email, in any marketing state.' },
  },
});

const MarketingState = builder.enumType('MarketingState', {
  description: 'Marketing states that a caller can set; `pending` is never set.',
  values: {
    subscribed: { description: 'The person agreed to marketing email.' },
    unsubscribed: { description: 'The person wants no marketing email.' },
  },
});

interface MarketingShape {
  readonly status: ContactStatus;
  readonly marketingAt: Date | null;
  readonly consentedAt: Date | null;
  readonly consentedByKey: string | null;
}

export const ContactMarketing = builder.objectRef<MarketingShape>('ContactMarketing').implement({
  description: "A contact's marketing consent, as its caller or the person said last.",
  fields: (t) => ({
    state: t.expose('status', {
      type: ContactStatusEnum,
      description: 'The marketing state that decides about marketing email now.',
    }),
    at: t.expose('marketingAt', { type: 'DateTime', nullable: true, description: 'When the person decided so.' }),
    consentedAt: t.expose('consentedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest accepted subscribed.',
    }),
    consentedByKey: t.exposeString('consentedByKey', {
      nullable: true,
      description: 'Id of the API key that sent the latest accepted subscribed.',
    }),
  }),
});

export const ContactMarketingInput = builder.inputType('ContactMarketingInput', {
  description: 'Consent as the caller knows it.',
  fields: (t) => ({
    state: t.field({ type: MarketingState, required: true, description: 'The decision of the person.' }),
    at: t.field({
      type: 'DateTime',
      required: true,
      description:
        'Time of the decision, not in the future. A `subscribed` that is not later than the latest opt-out is rejected with consent_older_than_opt_out.',
    }),
  }),
});
