/** Where the object of a change in the audit log leads to. */
import { expect, test } from 'vitest';
import { placeOf } from '../../src/console/parts/audit/object-place.ts';

const id = '01M8HRXPM6BBCRRW2VPY36GE5T';

test.each([
  ['a workspace', 'workspaceUpdate', 'Workspace', id, 'Shop', { to: '/workspaces/$id', params: { id } }],
  ['a workspace that is gone', 'workspaceUpdate', 'Workspace', id, null, null],
  ['a workspace at its end', 'workspaceDelete', 'Workspace', id, 'Shop', null],
  [
    'an event type',
    'eventTypeSave',
    'EventType',
    'order.paid',
    null,
    { to: '/event-types/$name', params: { name: 'order.paid' } },
  ],
  [
    'a template',
    'templateSave',
    'EventType',
    id,
    'order.paid',
    { to: '/templates/$eventType', params: { eventType: 'order.paid' }, search: { part: 'versions' } },
  ],
  ['a template that is gone', 'templateSave', 'EventType', id, null, null],
  ['a draft, which is named by its id alone', 'templateDraftSave', 'TemplateDraft', id, null, null],
  ['a message', 'messageResend', 'Message', id, null, { to: '/messages/$message', params: { message: id } }],
  ['a webhook', 'webhookRedeliver', 'Webhook', id, null, { to: '/webhooks/$webhook', params: { webhook: id } }],
  ['a layout', 'layoutSave', 'Layout', 'default', null, { to: '/layouts/$layout', params: { layout: 'default' } }],
  ['the brand', 'brandSave', 'Brand', null, null, { to: '/brand' }],
  ['the sending domain', 'sendingDomainSave', 'SendingDomain', null, null, { to: '/sending-domain' }],
  ['a key that was revoked', 'apiKeyRevoke', 'ApiKey', id, 'Billing', null],
  ['an erasure, which has no page', 'personErase', 'Erasure', id, null, null],
] as const)('%s', (_what, operation, objectType, objectId, objectName, place) => {
  expect(placeOf({ operation, objectType, objectId, objectName })).toEqual(place);
});
