/** A call of each operation that is accepted, and the resources that such calls name. */
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { makeFile, makePicture, pdf, picture } from './files.ts';
import { makeImports } from './imports.ts';
import { makeBounced, makeCancelled, makeReply, makeScheduled } from './messages.ts';
import type { Call, Platform } from './platform.ts';
import { emitOf, makeContact, makeEventType, payload, template, translationsOf } from './samples.ts';
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
  readonly topicKey: string;
  /** With a template in one version. */
  readonly eventType: string;
  readonly event: string;
  /** It bounced, and may be sent again. */
  readonly message: string;
  /** It has the reply. */
  readonly answered: string;
  /** With a file. */
  readonly reply: string;
  /** It was cancelled, and may be cancelled again. */
  readonly cancelled: string;
  /** It leaves later, and may be moved. */
  readonly scheduled: string;
  readonly endpoint: string;
  readonly webhook: string;
  readonly secret: string;
  readonly suppression: string;
  readonly otherSuppression: string;
  readonly redelivery: string;
  readonly erasure: string;
  /** Finished or running. */
  readonly import: string;
  /** Its file does not come any more; it may be cancelled. */
  readonly upload: string;
  readonly key: string;
  readonly file: string;
  readonly picture: string;
  /** The name of a layout that no template uses. */
  readonly layout: string;
}

/** Gives a platform one of each, in a workspace of their own. Names hold `label`, so that others lack them. */
export async function furnish(platform: Platform, label: string): Promise<Possessions> {
  const workspaceReference = `shop-${label}`;
  const workspace = await platform.newWorkspace(workspaceReference);
  const eventType = `type.${label}`;
  // A type cannot be deleted while one of its messages is scheduled.
  const laterType = `later.${label}`;
  await makeEventType(platform, laterType);
  const contactReference = `person-${label}`;
  await platform.ask('createAttributeDefinition', { body: { key: `a_${label}`, name: 'Plan', type: 'string' } });
  await platform.ask('createTopic', { body: { key: `t_${label}`, name: 'News' } });
  const contact = await makeContact(platform, contactReference, { tags: [`tag ${label}`] }, workspace);
  const endpoint = await makeEndpoint(platform, deadUrl);
  const [webhook] = await makeWebhooks(platform, eventType);
  const emitted = await platform.ask('emitEvent', { path: { workspace }, body: emitOf(eventType, `of-${label}`) });
  const secrets = await platform.ask('listWebhookSecrets');
  const { body: read } = await platform.ask('getContact', { path: { workspace, contact } });
  const email = `${label}@example.com`;
  const suppression = await suppressBySql(platform, { workspace, email, reason: 'soft_bounces' });
  const otherSuppression = await suppressBySql(platform, { workspace, email: `two-${email}`, reason: 'soft_bounces' });
  const since = new Date().toISOString();
  const redelivery = await platform.ask('redeliverFailedWebhooks', { path: { id: endpoint }, body: { since } });
  const erasure = await platform.ask('erasePerson', { path: { workspace }, body: { email: `gone-${email}` } });
  const key = await platform.ask('createKey', { body: { name: 'Spare' } });
  const layout = `layout-${label}`;
  await platform.ask('saveLayout', { path: { name: layout }, body: { footer: layoutBlocks } });
  expect([emitted.status, read.data.tags.length, secrets.body.data.length]).toEqual([202, 1, 1]);
  return {
    workspace,
    workspaceReference,
    contact,
    contactReference,
    tagKey: read.data.tags[0].key,
    attributeKey: `a_${label}`,
    topicKey: `t_${label}`,
    eventType,
    event: emitted.body.data.id,
    message: await makeBounced(platform, { workspace, eventType, label }),
    ...(await makeReply(platform, { workspace, eventType, label })),
    cancelled: await makeCancelled(platform, { workspace, eventType, label }),
    scheduled: await makeScheduled(platform, { workspace, eventType: laterType, label }),
    endpoint,
    webhook: webhook?.id ?? '',
    secret: secrets.body.data[0].id,
    suppression,
    otherSuppression,
    redelivery: redelivery.body.data.id,
    erasure: erasure.body.data.id,
    ...(await makeImports(platform, workspace)),
    key: key.body.data.id,
    file: await makeFile(platform, `${label}.pdf`),
    picture: await makePicture(platform),
    layout,
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
    topicKey: name.replaceAll('-', '_'),
    eventType: name,
    event: ulid(),
    message: ulid(),
    answered: ulid(),
    reply: ulid(),
    cancelled: ulid(),
    scheduled: ulid(),
    endpoint: ulid(),
    webhook: ulid(),
    secret: ulid(),
    suppression: ulid(),
    otherSuppression: ulid(),
    redelivery: ulid(),
    erasure: ulid(),
    import: ulid(),
    upload: ulid(),
    key: ulid(),
    file: ulid(),
    picture: ulid(),
    layout: name,
  };
}

type Making = (of: Possessions) => Call;

const days = { from: '2026-03-01', to: '2026-03-31' };
const none: Making = () => ({});

const layoutBlocks = [{ id: 'f', type: 'text', attrs: { text: 'Changed' } }];
const inContact: Making = ({ workspace, contact }) => ({ path: { workspace, contact } });
const inWorkspace: Making = ({ workspace }) => ({ path: { workspace } });
const inMessage: Making = ({ workspace, message }) => ({ path: { workspace, id: message } });
const inReply: Making = ({ workspace, answered, reply }) => ({ path: { workspace, id: answered, reply } });
const inWorkspaceTopic: Making = ({ workspace, topicKey }) => ({ path: { workspace, key: topicKey } });
const inTopic: Making = ({ topicKey }) => ({ path: { key: topicKey } });
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
  listTopics: none,
  createTopic: () => ({ body: { key: `k_${ulid().toLowerCase()}`, name: 'New' } }),
  getTopic: inTopic,
  updateTopic: (of) => ({ ...inTopic(of), body: { name: 'Changed' } }),
  deleteTopic: inTopic,
  getWorkspaceTopic: inWorkspaceTopic,
  saveWorkspaceTopic: (of) => ({ ...inWorkspaceTopic(of), body: { name: 'Ours' } }),
  deleteWorkspaceTopic: inWorkspaceTopic,
  listEventTypes: none,
  getEventType: inType,
  saveEventType: () => ({ path: { name: `new.${ulid()}` }, body: { fields: [] } }),
  deleteEventType: inType,
  getTemplate: inType,
  saveTemplate: (of) => ({ ...inType(of), body: { ...template, subject: 'Changed' } }),
  listTemplateVersions: inType,
  restoreTemplateVersion: ({ eventType }) => ({ path: { name: eventType, version: 1 } }),
  getTranslationFile: ({ eventType }) => ({ path: { name: eventType, locale: 'it' } }),
  translateTemplate: (of) => ({ ...inType(of), body: { content: translationsOf(of.eventType, []) } }),
  previewTemplate: (of) => ({ ...inType(of), body: { payload } }),
  emitEvent: (of) => ({ ...inWorkspace(of), body: emitOf(of.eventType, ulid()) }),
  // The answer has the key: one for each type.
  emitEvents: (of) => ({ ...inWorkspace(of), body: { events: [emitOf(of.eventType, `of-${of.eventType}`)] } }),
  emitPlatformEvents: (of) => ({
    body: { events: [{ workspace: of.workspace, ...emitOf(of.eventType, `all-${of.eventType}`) }] },
  }),
  listEvents: (of) => ({ ...inWorkspace(of), query: { type: of.eventType } }),
  listPlatformMessages: ({ eventType }) => ({ query: { type: eventType } }),
  listMessages: (of) => ({ ...inWorkspace(of), query: { state: 'bounced,failed', type: of.eventType } }),
  getMessage: inMessage,
  getMessageContent: inMessage,
  listReplies: ({ workspace, answered }) => ({ path: { workspace, id: answered } }),
  getReply: inReply,
  getReplyAttachment: (of) => ({ path: { ...inReply(of).path, position: 1 } }),
  resendMessage: inMessage,
  cancelMessage: ({ workspace, cancelled }) => ({ path: { workspace, id: cancelled } }),
  rescheduleMessage: ({ workspace, scheduled }) => ({
    path: { workspace, id: scheduled },
    body: { send_at: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  getEvent: ({ workspace, event }) => ({ path: { workspace, id: event } }),
  listSuppressions: inWorkspace,
  liftSuppression: ({ workspace, suppression }) => ({ path: { workspace, id: suppression } }),
  suppressAddress: (of) => ({ ...inWorkspace(of), body: { email: `${ulid()}@example.com` } }),
  liftSuppressionWithNote: ({ workspace, otherSuppression }) => ({
    path: { workspace, id: otherSuppression },
    body: { note: 'Called us' },
  }),
  explainAddress: (of) => ({ ...inWorkspace(of), query: { email: 'ada@example.com', type: of.eventType } }),
  exportContacts: inWorkspace,
  exportSuppressions: inWorkspace,
  importContacts: (of) => ({ ...inWorkspace(of), bytes: 'reference,email\n' }),
  importSuppressions: (of) => ({ ...inWorkspace(of), bytes: 'email\n' }),
  listImports: inWorkspace,
  getImport: ({ workspace, import: id }) => ({ path: { workspace, id } }),
  listImportFaults: ({ workspace, import: id }) => ({ path: { workspace, id } }),
  cancelImport: ({ workspace, upload: id }) => ({ path: { workspace, id } }),
  getErasure: ({ workspace, erasure }) => ({ path: { workspace, id: erasure } }),
  getFigures: () => ({ query: days }),
  getWorkspaceFigures: (of) => ({ ...inWorkspace(of), query: { ...days, group_by: 'day' } }),
  listRefusedEmits: none,
  listKeys: none,
  createKey: () => ({ body: { name: 'New' } }),
  updateKey: ({ key }) => ({ path: { id: key }, body: { name: 'Changed' } }),
  revokeKey: ({ key }) => ({ path: { id: key } }),
  testWebhookEndpoint: ({ endpoint }) => ({ path: { id: endpoint }, body: { type: 'message.bounced' } }),
  pauseWebhookEndpoint: ({ endpoint }) => ({ path: { id: endpoint } }),
  resumeWebhookEndpoint: ({ endpoint }) => ({ path: { id: endpoint } }),
  redeliverFailedWebhooks: ({ endpoint }) => ({ path: { id: endpoint }, body: { since: '2026-01-31T09:30:00Z' } }),
  getRedelivery: ({ redelivery }) => ({ path: { id: redelivery } }),
  listFiles: none,
  createFile: () => ({ body: { filename: 'new.pdf', content: pdf } }),
  getFile: ({ file }) => ({ path: { id: file } }),
  deleteFile: ({ file }) => ({ path: { id: file } }),
  listPictures: none,
  createPicture: () => ({ body: { content: picture } }),
  getPicture: ({ picture: id }) => ({ path: { id } }),
  deletePicture: ({ picture: id }) => ({ path: { id } }),
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
  listLayouts: none,
  getLayout: ({ layout: name }) => ({ path: { name } }),
  saveLayout: () => ({ path: { name: 'saved' }, body: { footer: layoutBlocks } }),
  deleteLayout: ({ layout: name }) => ({ path: { name } }),
  previewLayout: () => ({ path: { name: 'saved' }, body: { footer: layoutBlocks } }),
  getBrand: none,
  saveBrand: () => ({ body: { name: 'Changed' } }),
  deleteBrand: none,
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
