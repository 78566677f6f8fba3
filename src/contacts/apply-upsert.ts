import { DomainError } from '../ground/errors/errors.ts';
import { applyTopics, topicFaults } from './apply-topics.ts';
import { attributeFaults, type Definitions, mergeAttributes, sizeFaults } from './attribute-values.ts';
import { assertConsent, type Consent, noConsent, takeErasedAddress } from './consent.ts';
import {
  type ContactDraft,
  type ContactState,
  type ContactTarget,
  findDraft,
  holderOf,
  putDraft,
  type Roster,
} from './contact-drafts.ts';
import { type ContactWish, refuseFaults } from './contact-input.ts';

/** One parsed item of a batch. */
export interface Upsert {
  readonly target: ContactTarget;
  readonly wish: ContactWish;
  /** Hash of the item's address; null when the item has none. */
  readonly addressHash: string | null;
}

/** The stored facts that items are checked against. */
export interface UpsertRules {
  readonly definitions: Definitions;
  /** Time of each address' erasure, by its hash. */
  readonly erasedAt: ReadonlyMap<string, Date>;
  /** Keys of the platform's topics, where an item names any. */
  readonly topics: ReadonlySet<string>;
  readonly apiKeyId: string | null;
  readonly newId: () => string;
  /** When the caller sent an item that is written later; absent: now. */
  readonly sentAt?: Date;
}

/**
 * Applies one item to the roster (docs/rules.md#contact-upsert); a rejected item changes nothing. Returns the contact's
 * id and whether it is new.
 */
export function applyUpsert(
  roster: Roster,
  { target, wish, addressHash }: Upsert,
  rules: UpsertRules,
): { readonly id: string; readonly created: boolean } {
  // An item with an invalid reference names no contact to check the rest against.
  if (wish.faults.reference) refuseFaults(wish.faults);
  const found = findDraft(roster, target);
  const missing = !found && !wish.emailGiven ? { email: ['is required for a new contact'] } : {};
  refuseFaults({
    ...wish.faults,
    ...missing,
    ...topicFaults(rules.topics, wish.fields.topics),
    ...(wish.faults.attributes ? {} : attributeFaults(rules.definitions, wish.attributes, !found)),
  });

  const draft = found ?? newDraft(rules.newId(), target);
  const before = draft.contact;
  const { email = before.email, locale, tags, pixelConsentAt } = wish.fields;
  const hash = addressHash ?? before.addressHash;
  refuseTaken(holderOf(roster, hash), before.id);
  refuseErased(rules, hash);
  const attributes = mergeAttributes(before.attributes, wish.attributes);
  if (Object.keys(wish.attributes).length > 0) refuseFaults(sizeFaults(before.attributes, attributes));
  const consent = nextConsent(before, wish, hash, rules);
  const { topics, entries } = applyTopics({ ...consent, topics: before.topics }, wish.fields.topics, rules.apiKeyId);
  const contact: ContactState = {
    ...before,
    ...consent,
    email,
    addressHash: hash,
    locale: locale === undefined ? before.locale : locale,
    pixelConsentAt: pixelConsentAt === undefined ? before.pixelConsentAt : pixelConsentAt,
    attributes,
    topics,
  };
  const moved = consent.status !== before.status || consent.marketingAt?.getTime() !== before.marketingAt?.getTime();
  putDraft(roster, {
    ...draft,
    contact,
    changed: draft.changed || tags !== undefined || !sameState(before, contact),
    tags: tags ?? draft.tags,
    consents: [
      ...draft.consents,
      ...(moved ? [{ topic: null, before, after: consent, apiKeyId: rules.apiKeyId }] : []),
      ...entries,
    ],
  });
  return { id: contact.id, created: !found };
}

function newDraft(id: string, target: ContactTarget): ContactDraft {
  const reference = target !== null && 'reference' in target ? target.reference : null;
  const blank = {
    id,
    reference,
    email: '',
    addressHash: '',
    locale: null,
    pixelConsentAt: null,
    attributes: {},
    topics: null,
  };
  return { contact: { ...blank, ...noConsent }, storedHash: null, changed: true, tags: null, consents: [] };
}

function refuseTaken(holder: ContactState | undefined, id: string): void {
  if (!holder || holder.id === id) return;
  const contact = holder.reference === null ? holder.id : `ref:${holder.reference}`;
  throw new DomainError('email_taken', undefined, { contact });
}

/** What was sent before an erasure does not bring the person back (docs/rules.md#imports). */
function refuseErased({ sentAt, erasedAt }: UpsertRules, hash: string): void {
  const at = erasedAt.get(hash);
  if (sentAt === undefined || at === undefined || at < sentAt) return;
  refuseFaults({ email: ['is of a person who was erased after the file was sent'] });
}

function nextConsent(before: ContactState, { fields }: ContactWish, hash: string, rules: UpsertRules): Consent {
  const { status, marketingAt, consentedAt, consentedByKey, optedOutAt } = before;
  const held: Consent = { status, marketingAt, consentedAt, consentedByKey, optedOutAt };
  const erasedAt = rules.erasedAt.get(hash) ?? null;
  if (fields.marketing) return assertConsent(held, fields.marketing, erasedAt, rules.apiKeyId);
  return erasedAt !== null && hash !== before.addressHash ? takeErasedAddress(held, erasedAt) : held;
}

function sameState(one: ContactState, other: ContactState): boolean {
  const sorted = (state: ContactState) =>
    JSON.stringify({ ...state, attributes: Object.entries(state.attributes).sort(([a], [b]) => (a < b ? -1 : 1)) });
  return sorted(one) === sorted(other);
}
