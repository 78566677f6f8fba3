/**
 * The filters of the list of messages (docs/rules.md#list-filters). The argument, the check and the SQL of a filter
 * follow from its line here, and so does the index that finds its messages.
 */

import type { BounceKind, MessageState } from '../../../prisma/generated/client.ts';
import type { GivenValues, ListFilter } from '../../ground/lists/list-filters.ts';
import type { FailureReason } from '../outcomes/failure-reasons.ts';
import {
  type FindByIndex,
  indexOfAddress,
  indexOfContact,
  indexOfKey,
  indexOfKeyStart,
  indexOfMetadata,
  indexOfState,
  indexOfType,
} from './message-indexes.ts';

interface MessageListFilter extends ListFilter {
  /** The only state of the messages that have a value. */
  readonly state?: MessageState;
  /** The index that finds the messages with the value. */
  readonly index?: FindByIndex;
  /** The index gives a bitmap, as one of texts does. */
  readonly byBitmap?: true;
}

export const messageFilters = {
  state: {
    value: 'messageState',
    says: 'Only messages at this step, such as queued.',
    column: { name: 'c.state', as: 'state', type: 'message_state' },
    index: indexOfState,
  },
  states: {
    value: 'messageState',
    many: true,
    says: 'Only messages at one of these steps.',
    column: { name: 'c.state', as: 'states', type: 'message_state' },
  },
  recipient: {
    value: 'text',
    needs: 'people',
    says: 'Only messages to this whole address, in any case. Needs the scope `people`.',
    column: { name: 'c.address_hash', as: 'addressHash', type: 'bytea' },
    index: indexOfAddress,
  },
  contact: {
    value: 'id',
    says: 'Only messages to the contact with this id; deleted contacts too.',
    column: { name: 'c.contact_id', as: 'contactId' },
    index: indexOfContact,
  },
  eventType: {
    value: 'text',
    says: 'Only messages of the live event type with this name, such as order.shipped.',
    column: { name: 'c.event_type_id', as: 'eventTypeId' },
    index: indexOfType,
  },
  eventTypes: {
    value: 'text',
    many: true,
    says: 'Only messages of one of the live event types with these names.',
    column: { name: 'c.event_type_id', as: 'eventTypeIds' },
  },
  templateVersion: {
    value: 'id',
    says: 'Only messages that render the saved version with this id.',
    column: { name: 'c.template_version_id', as: 'templateVersionId' },
  },
  idempotencyKey: {
    value: 'text',
    says: 'Only messages of emits with this key; keys of the last 7 days are found at once.',
    column: { name: 'c.idempotency_key', as: 'idempotencyKey' },
    index: indexOfKey,
  },
  idempotencyKeyStart: {
    value: 'text',
    says: 'Only messages of emits whose key begins with this text, such as an order number; keys of the last 7 days are found at once.',
    column: { name: 'c.idempotency_key', as: 'keyStart', begins: true },
    index: indexOfKeyStart,
  },
  recipientDomain: {
    value: 'text',
    needs: 'people',
    says: 'Only messages to addresses of this whole domain, such as example.com, in any case; those of the list are searched. Needs the scope `people`.',
    column: { name: 'c.recipient', as: 'recipientDomain', sql: "lower(substring(c.recipient FROM '[^@]*$'))" },
  },
  metadata: {
    value: 'pairs',
    says: 'Only messages of emits with all of these pairs of metadata, such as {order: "1001"}; 1 to 20.',
    column: { name: 'c.metadata', as: 'metadata', type: 'jsonb' },
    index: indexOfMetadata,
    byBitmap: true,
  },
  bounce: {
    value: 'bounceKind',
    says: 'Only messages that bounced in this way.',
    column: { name: 'c.bounce', as: 'bounce', type: 'bounce_kind' },
    state: 'bounced',
  },
  reason: {
    value: 'failureReason',
    says: 'Only messages that failed for this cause.',
    column: { name: 'c.reason', as: 'reason' },
    state: 'failed',
  },
  simulated: {
    value: 'flag',
    says: 'Only messages to simulator addresses, or none of them.',
    column: { name: 'c.simulation', as: 'simulated', sql: '(c.simulation IS NOT NULL)', type: 'boolean' },
  },
  from: { value: 'time', says: 'Only emits of this time or later.' },
  until: { value: 'time', says: 'Only emits before this time.' },
} as const satisfies Readonly<Record<string, MessageListFilter>>;

/**
 * Filters with an index: the one that finds the fewest messages first, and that of metadata, which cannot stop before it
 * has found all, after those of a person.
 */
export const indexedFilters = [
  'idempotencyKey',
  'contact',
  'recipient',
  'idempotencyKeyStart',
  'metadata',
  'state',
  'eventType',
] as const;

/** The enums of the filters. */
export interface MessageEnums {
  readonly messageState: MessageState;
  readonly bounceKind: BounceKind;
  readonly failureReason: FailureReason;
}

/** The filter of a list of messages; null and absent values mean any. */
export type MessageFilter = GivenValues<typeof messageFilters, MessageEnums>;
