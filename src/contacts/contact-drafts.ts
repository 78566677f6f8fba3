/**
 * The contacts of one batch while its items are applied in order: read once, changed in memory, written once. Addresses
 * are identified by the hex of their hash.
 */
import { notFound } from '../ground/errors/errors.ts';
import type { ContactTopics } from '../topics/contact-topics.ts';
import type { Attributes } from './attribute-values.ts';
import type { Consent } from './consent.ts';
import type { TagName } from './tag-names.ts';

export interface ContactState extends Consent {
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly addressHash: string;
  readonly locale: string | null;
  readonly pixelConsentAt: Date | null;
  readonly attributes: Attributes;
  /** Null: nothing was decided of a single topic. */
  readonly topics: ContactTopics | null;
}

/** One accepted change of consent, for the history. */
export interface ConsentEntry {
  /** Key of the topic that the decision is about; null: marketing as a whole. */
  readonly topic: string | null;
  readonly before: Pick<Consent, 'status' | 'marketingAt'>;
  readonly after: Pick<Consent, 'status' | 'marketingAt'>;
  readonly apiKeyId: string | null;
}

export interface ContactDraft {
  readonly contact: ContactState;
  /** Hash of the stored address; null: the contact is new. */
  readonly storedHash: string | null;
  readonly changed: boolean;
  /** The whole new set; null: unchanged. */
  readonly tags: readonly TagName[] | null;
  readonly consents: readonly ConsentEntry[];
}

/** The contact that an item names; null: a new contact without a reference. */
export type ContactTarget = { readonly id: string } | { readonly reference: string } | null;

export interface Roster {
  readonly drafts: Map<string, ContactDraft>;
  readonly idByReference: Map<string, string>;
  readonly idByHash: Map<string, string>;
}

export function createRoster(stored: readonly ContactState[]): Roster {
  const roster: Roster = { drafts: new Map(), idByReference: new Map(), idByHash: new Map() };
  for (const contact of stored) {
    putDraft(roster, { contact, storedHash: contact.addressHash, changed: false, tags: null, consents: [] });
  }
  return roster;
}

/** Returns the draft of `target`; undefined when the contact is new. Throws `not_found` for an unknown id. */
export function findDraft(roster: Roster, target: ContactTarget): ContactDraft | undefined {
  if (target === null) return undefined;
  if ('reference' in target) {
    const id = roster.idByReference.get(target.reference);
    return id === undefined ? undefined : roster.drafts.get(id);
  }
  const draft = roster.drafts.get(target.id);
  if (!draft) throw notFound('contact');
  return draft;
}

/** Returns the contact that holds the address, if there is one. */
export function holderOf(roster: Roster, addressHash: string): ContactState | undefined {
  const id = roster.idByHash.get(addressHash);
  return id === undefined ? undefined : roster.drafts.get(id)?.contact;
}

export function putDraft(roster: Roster, draft: ContactDraft): void {
  const { id, reference, addressHash } = draft.contact;
  const before = roster.drafts.get(id);
  if (before) roster.idByHash.delete(before.contact.addressHash);
  roster.drafts.set(id, draft);
  roster.idByHash.set(addressHash, id);
  if (reference !== null) roster.idByReference.set(reference, id);
}
