/** Marketing consent: its states, its form in contacts, and its form in requests. */
import { ContactStatus } from '../prisma/generated/client.ts';
import { builder } from './builder.ts';

export const ContactStatusEnum = builder.enumType(ContactStatus, {
  name: 'ContactStatus',
  description: 'Whether a person receives marketing email. Transactional email does not depend on the state.',
  values: {
    pending: { description: 'No consent was ever set, so no marketing email goes out.' },
    subscribed: { description: 'The person receives marketing email.' },
    unsubscribed: { description: 'The person receives no marketing email.' },
  },
});

export const ContactStatusFilter = builder.enumType('ContactStatusFilter', {
  description: 'Narrows a list of contacts to one marketing state, or to suppressed addresses.',
  values: {
    pending: { description: 'Contacts without any consent.' },
    subscribed: { description: 'Contacts who accept marketing email.' },
    unsubscribed: { description: 'Contacts who reject marketing email.' },
    cleaned: { description: 'Contacts whose address is suppressed for all email, in any marketing state.' },
  },
});

export const ConsentAuthor = builder.enumType('ConsentAuthor', {
  description: 'The side that made a consent change.',
  values: {
    person: { description: 'The person: on the unsubscribe page, in a mail app, or by undoing an opt-out.' },
    caller: { description: 'The caller, through the API; also where no change is on record.' },
  } as const,
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
  description: 'The latest accepted marketing decision, by the caller or the person.',
  fields: (t) => ({
    state: t.expose('status', {
      type: ContactStatusEnum,
      description: 'The marketing state that decides about marketing email now.',
    }),
    at: t.expose('marketingAt', { type: 'DateTime', nullable: true, description: "Time of the person's decision." }),
    consentedAt: t.expose('consentedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest accepted subscribed.',
    }),
    consentedByKeyId: t.exposeID('consentedByKey', {
      nullable: true,
      description: 'Id of the API key that sent the latest accepted subscribed.',
    }),
  }),
});

export const ContactMarketingInput = builder.inputType('ContactMarketingInput', {
  description: 'A decision of the person that the caller knows.',
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
