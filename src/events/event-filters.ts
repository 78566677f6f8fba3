/**
 * The filters of the list of events (docs/rules.md#list-filters). The argument, the check and the SQL of a filter follow
 * from its line here. find-event-ids.ts has the indexes that find their events.
 */
import type { GivenValues, ListFilters, WantedValues } from '../ground/lists/list-filters.ts';

export const eventFilters = {
  recipient: {
    value: 'text',
    needs: 'people',
    says: 'Only emits to this whole address, in any case. Needs the scope `people`.',
    column: { name: 'c.address_hash', as: 'addressHash', type: 'bytea' },
  },
  contact: {
    value: 'id',
    says: 'Only emits to the contact with this id; deleted contacts too.',
    column: { name: 'c.contact_id', as: 'contactId' },
  },
  eventType: {
    value: 'text',
    says: 'Only events of the live event type with this name, such as order.shipped.',
    column: { name: 'c.event_type_id', as: 'eventTypeId' },
  },
  eventTypes: {
    value: 'text',
    many: true,
    says: 'Only events of one of the live event types with these names.',
    column: { name: 'c.event_type_id', as: 'oneOfTypes' },
  },
  idempotencyKey: {
    value: 'text',
    says: 'Only emits with this key; keys of the last 7 days are found at once.',
    column: { name: 'c.idempotency_key', as: 'idempotencyKey' },
  },
  idempotencyKeyStart: {
    value: 'text',
    says: 'Only emits whose key begins with this text, such as an order number; keys of the last 7 days are found at once.',
    column: { name: 'c.idempotency_key', as: 'keyStart', begins: true },
  },
  metadata: {
    value: 'pairs',
    says: 'Only emits with all of these pairs of metadata, such as {order: "1001"}; 1 to 20.',
    column: { name: 'c.metadata', as: 'metadata', type: 'jsonb' },
  },
  from: { value: 'time', says: 'Only emits of this time or later.' },
  until: { value: 'time', says: 'Only emits before this time.' },
} as const satisfies ListFilters;

/** The filter of a list of events; null and absent values mean any. */
export type EventFilter = GivenValues<typeof eventFilters>;

/** Values that the events of a list have; null: any. */
export type WantedEvent = WantedValues<typeof eventFilters>;
