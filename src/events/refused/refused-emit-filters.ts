/**
 * The filters of the list of refused emits (docs/rules.md#list-filters). The argument, the check and the SQL of a filter
 * follow from its line here.
 */
import type { GivenValues, ListFilters, WantedValues } from '../../ground/lists/list-filters.ts';

export const refusedEmitFilters = {
  workspace: {
    value: 'id',
    says: 'Id of a workspace, or ref:<reference>.',
    column: { name: 'c.workspace_id', as: 'workspaceId' },
  },
  requestId: {
    value: 'id',
    says: 'Value of a Request-Id header.',
    column: { name: 'c.request_id', as: 'requestId' },
  },
  apiKey: {
    value: 'id',
    says: 'Only emits with the key of this id.',
    column: { name: 'c.api_key_id', as: 'apiKeyId' },
  },
  recipient: {
    value: 'text',
    needs: 'people',
    says: 'Only emits to this whole address, in any case, or to a contact that had it. Needs the scope `people`.',
    column: { name: 'c.address_hash', as: 'addressHash', type: 'bytea' },
  },
  idempotencyKey: {
    value: 'text',
    says: 'Only emits with this key.',
    column: { name: 'c.idempotency_key', as: 'idempotencyKey' },
  },
  idempotencyKeyStart: {
    value: 'text',
    says: 'Only emits whose key begins with this text, such as an order number.',
    column: { name: 'c.idempotency_key', as: 'keyStart', begins: true },
  },
  eventType: {
    value: 'text',
    says: 'Only emits that named this event type, registered or not.',
    column: { name: 'c.event_type', as: 'eventType' },
  },
  eventTypes: {
    value: 'text',
    many: true,
    says: 'Only emits that named one of these event types.',
    column: { name: 'c.event_type', as: 'eventTypes' },
  },
  code: {
    value: 'text',
    says: 'Only emits that were rejected with this error code.',
    column: { name: 'c.code', as: 'code' },
  },
  from: { value: 'time', says: 'Only rejections of this time or later.' },
  until: { value: 'time', says: 'Only rejections before this time.' },
} as const satisfies ListFilters;

/** The filter of a list of refused emits; null and absent values mean any. */
export type RefusedEmitFilter = GivenValues<typeof refusedEmitFilters>;

/** Values that the refused emits of a list have; null: any. */
export type WantedRefusal = WantedValues<typeof refusedEmitFilters>;
