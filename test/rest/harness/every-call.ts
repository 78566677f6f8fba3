/** A call of each operation that is accepted, and the resources that such calls name. */
import { ulid } from 'ulid';
import { expect } from 'vitest';
import type { Call, Platform } from './platform.ts';
import { emitOf, makeContact, payload, template } from './samples.ts';
import { suppressBySql } from './suppressions.ts';
import { deadUrl, makeEndpoint, makeWebhooks } from './webhooks.ts';

/** Ids and names of what a platform owns. */
export interface Possessions {
  readonly workspace: string;
  readonly workspaceReference: string;
  readonly contact: string;
  readonly contactReference: string;
  readonly tagKey: string;
  readonly attributeKey: string;
  /** With a template in one version. */
  readonly eventType: string;
  readonly event: string;
  readonly endpoint: string;
  readonly webhook: string;
  readonly secret: string;
  readonly suppression: string;
}

/** Gives a platform one of each, in a workspace of their own. Names hold `label`, so that others lack them. */
export async function furnish(platform: Platform, label: string): Promise<Possessions> {
  const workspaceReference = `shop-${label}`;
  const workspace = await platform.newWorkspace(workspaceReference);
  const eventType = `type.${label}`;
  const contactReference = `person-${label}`;
  await platform.ask('createAttributeDefinition', { body: { key: `a_${label}`, name: 'Plan', type: 'string' } });
  const contact = await makeContact(platform, contactReference, { tags: [`tag ${label}`] }, workspace);
  const endpoint = await makeEndpoint(platform, deadUrl);
  const [webhook] = await makeWebhooks(platform, eventType);
  const emitted = await platform.ask('emitEvent', { path: { workspace }, body: emitOf(eventType, `of-${label}`) });
  const secrets = await platform.ask('listWebhookSecrets');
  const { body: read } = await platform.ask('getContact', { path: { workspace, contact } });
  const email = `${label}@example.com`;
  const suppression = await suppressBySql(platform, { workspace, email, reason: 'soft_bounces' });
  expect([emitted.status, read.data.tags.length, secrets.body.data.length]).toEqual([202, 1, 1]);
  return {
    workspace,
    workspaceReference,
    contact,
    contactReference,
    tagKey: read.data.tags[0].key,
    attributeKey: `a_${label}`,
    eventType,
    event: emitted.body.data.id,
    endpoint,
    webhook: webhook?.id ?? '',
    secret: secrets.body.data[0].id,
    suppression,
  };
}

/** Valid ids of no resource. */
export function nothing(): Possessions {
  const name = `nothing-${ulid().toLowerCase()}`;
  return {
    workspace: ulid(),
    workspaceReference: name,
    contact: ulid(),
    contactReference: name,
    tagKey: name,
    attributeKey: name.replaceAll('-', '_'),
    eventType: name,
    event: ulid(),
    endpoint: ulid(),
    webhook: ulid(),
    secret: ulid(),
    suppression: ulid(),
  };
}

type Making = (of: Possessions) => Call;

const none: Making = () => ({});
const inContact: Making = ({ workspace, contact }) => ({ path: { workspace, contact } });
const inWorkspace: Making = ({ workspace }) => ({ path: { workspace } });
const inType: Making = ({ eventType }) => ({ path: { name: eventType } });

/** Calls whose path names what they are for; new things get names of their own. */
const calls: Readonly<Record<string, Making>> = {
  listWorkspaces: none,
  createWorkspace: () => ({ body: { name: 'New', reference: `new-${ulid()}` } }),
  getWorkspace: inWorkspace,
  updateWorkspace: (of) => ({ ...inWorkspace(of), body: { name: 'Changed' } }),
  deleteWorkspace: inWorkspace,
  suspendWorkspace: inWorkspace,
  resumeWorkspace: inWorkspace,
  erasePerson: (of) => ({ ...inWorkspace(of), body: { email: `${ulid()}@example.com` } }),
  listContacts: inWorkspace,
  getContact: inContact,
  upsertContact: (of) => ({ ...inContact(of), body: { locale: 'de' } }),
  deleteContact: inContact,
  upsertContacts: (of) => ({
    ...inWorkspace(of),
    body: { contacts: [{ reference: of.contactReference, locale: 'de' }] },
  }),
  addContactTags: (of) => ({ ...inContact(of), body: { tags: ['added'] } }),
  removeContactTag: ({ workspace, contact, tagKey }) => ({ path: { workspace, contact, key: tagKey } }),
  listAttributeDefinitions: none,
  createAttributeDefinition: () => ({ body: { key: `k_${ulid().toLowerCase()}`, name: 'New', type: 'string' } }),
  updateAttributeDefinition: ({ attributeKey }) => ({ path: { key: attributeKey }, body: { name: 'Changed' } }),
  listEventTypes: none,
  getEventType: inType,
  saveEventType: () => ({ path: { name: `new.${ulid()}` }, body: { fields: [] } }),
  deleteEventType: inType,
  getTemplate: inType,
  saveTemplate: (of) => ({ ...inType(of), body: { ...template, subject: 'Changed' } }),
  listTemplateVersions: inType,
  restoreTemplateVersion: ({ eventType }) => ({ path: { name: eventType, version: 1 } }),
  previewTemplate: (of) => ({ ...inType(of), body: { payload } }),
  emitEvent: (of) => ({ ...inWorkspace(of), body: emitOf(of.eventType, ulid()) }),
  getEvent: ({ workspace, event }) => ({ path: { workspace, id: event } }),
  listSuppressions: inWorkspace,
  liftSuppression: ({ workspace, suppression }) => ({ path: { workspace, id: suppression } }),
  listWebhookEndpoints: none,
  createWebhookEndpoint: () => ({ body: { url: deadUrl, types: ['message.bounced'] } }),
  getWebhookEndpoint: ({ endpoint }) => ({ path: { id: endpoint } }),
  updateWebhookEndpoint: ({ endpoint }) => ({ path: { id: endpoint }, body: { types: ['message.bounced'] } }),
  deleteWebhookEndpoint: ({ endpoint }) => ({ path: { id: endpoint } }),
  listWebhookSecrets: none,
  createWebhookSecret: none,
  deleteWebhookSecret: ({ secret }) => ({ path: { id: secret } }),
  listWebhooks: none,
  getWebhook: ({ webhook }) => ({ path: { id: webhook } }),
  redeliverWebhook: ({ webhook }) => ({ path: { id: webhook } }),
  getSendingDomain: none,
  saveSendingDomain: () => ({ body: { domain: 'mail.changed.test' } }),
  verifySendingDomain: none,
  deleteSendingDomain: none,
  getKey: none,
};

export function callOf(operationId: string, of: Possessions): Call {
  const making = calls[operationId];
  if (!making) throw new Error(`No call is known for ${operationId}`);
  return making(of);
}
