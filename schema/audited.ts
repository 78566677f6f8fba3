/**
 * Which mutations the audit log records (docs/rules.md#audit-log), and how the object of each is known. The plugin of
 * schema/audit-plugin.ts refuses to build a schema with a mutation that is missing here.
 */
import type { ChangedObject } from '../src/audit/audit-entry.ts';
import { isId } from '../src/ground/ids.ts';

type Values = Readonly<Record<string, unknown>>;

interface Audited {
  /** Type of the object, as the schema names it. */
  readonly type: string;
  /** The object as far as the arguments name it. */
  readonly before: (args: Values) => Omit<ChangedObject, 'type'>;
  /** The object as the result of the mutation names it. */
  readonly after: (result: Values) => Omit<ChangedObject, 'type'>;
}

/** Data that backends send in numbers. An entry with the id of a contact would outlive the erasure of the person. */
const data = null;

/** `argument`: where the arguments hold the id; a reference of the caller is no id, and the result has the id then. */
const idOf = (type: string, argument: string | null = null, field = 'id'): Audited => ({
  type,
  before: ({ input, ...args }) => {
    const given = { ...(input as Values | undefined), ...args };
    const id = argument === null ? null : textOf(given[argument]);
    return { id: id !== null && isId(id) ? id : null, platformId: textOf(given.platformId) };
  },
  after: (result) => ({ id: textOf(result[field]), platformId: textOf(result.platformId) }),
});

/** For objects that callers name: an event type, an attribute. The name is checked before anything is written. */
const nameOf = (type: string, argument: string): Audited => ({
  type,
  before: () => ({ id: null, platformId: null }),
  after: (result) => ({ id: textOf(result[argument]), platformId: null }),
});

/** A platform is its own place in the log. */
const platformOf = (argument: string | null): Audited => {
  const place = (id: string | null) => ({ id, platformId: id });
  const { before } = idOf('Platform', argument);
  return {
    type: 'Platform',
    before: (args) => place(before(args).id),
    after: ({ id }) => place(textOf(id)),
  };
};

/** The object lies in a field of the result. */
const inside = (type: string, field: string): Audited => {
  const { before, after } = idOf(type);
  return { type, before, after: (result) => after((result[field] ?? {}) as Values) };
};

export const audited: Readonly<Record<string, Audited | typeof data>> = {
  addressSuppress: idOf('Suppression'),
  apiKeyCreate: inside('ApiKey', 'apiKey'),
  apiKeyRevoke: idOf('ApiKey', 'id'),
  apiKeyUpdate: idOf('ApiKey', 'id'),
  attributeDefinitionCreate: nameOf('AttributeDefinition', 'key'),
  attributeDefinitionUpdate: nameOf('AttributeDefinition', 'key'),
  brandDelete: idOf('Brand', null, 'platformId'),
  brandSave: idOf('Brand', null, 'platformId'),
  contactBatchUpsert: data,
  contactDelete: data,
  contactExportCreate: idOf('Workspace', 'workspace', 'workspaceId'),
  contactImportCreate: idOf('Import'),
  contactTagRemove: data,
  contactTagsAdd: data,
  contactUpsert: data,
  eventBatchEmit: data,
  eventEmit: data,
  fileCreate: data,
  fileDelete: data,
  eventTypeDelete: nameOf('EventType', 'name'),
  eventTypeSave: nameOf('EventType', 'name'),
  // A file comes in many of them.
  importAppend: data,
  importCancel: idOf('Import', 'id'),
  importStart: idOf('Import', 'id'),
  layoutDelete: nameOf('Layout', 'name'),
  layoutSave: nameOf('Layout', 'name'),
  messageCancel: idOf('Message', 'id'),
  messageReschedule: idOf('Message', 'id'),
  messageResend: idOf('Message'),
  messagesCancel: idOf('Workspace', 'workspace'),
  personErase: idOf('Erasure'),
  pictureCreate: idOf('Picture'),
  pictureDelete: idOf('Picture', 'id'),
  platformCreate: platformOf(null),
  platformResume: platformOf('platformId'),
  platformSuspend: platformOf('platformId'),
  platformUpdate: platformOf('platformId'),
  requestLimitSet: platformOf('platformId'),
  sendingDomainDelete: idOf('SendingDomain'),
  sendingDomainSave: idOf('SendingDomain'),
  sendingDomainVerify: idOf('SendingDomain'),
  suppressionExportCreate: idOf('Workspace', 'workspace', 'workspaceId'),
  suppressionImportCreate: idOf('Import'),
  suppressionLift: idOf('Suppression', 'id'),
  templateDraftCreate: idOf('TemplateDraft'),
  templateDraftDelete: idOf('TemplateDraft', 'id'),
  templateDraftPublish: idOf('EventType', null, 'eventTypeId'),
  templateDraftSave: idOf('TemplateDraft', 'id'),
  templateRestore: idOf('EventType', null, 'eventTypeId'),
  templateSave: idOf('EventType', null, 'eventTypeId'),
  // Leaves no row.
  templateTest: data,
  templateTranslate: idOf('EventType', null, 'eventTypeId'),
  topicCreate: nameOf('Topic', 'key'),
  topicDelete: nameOf('Topic', 'key'),
  topicUpdate: nameOf('Topic', 'key'),
  webhookEndpointCreate: idOf('WebhookEndpoint'),
  webhookEndpointDelete: idOf('WebhookEndpoint', 'id'),
  webhookEndpointUpdate: idOf('WebhookEndpoint', 'id'),
  webhookEndpointPause: idOf('WebhookEndpoint', 'id'),
  webhookEndpointResume: idOf('WebhookEndpoint', 'id'),
  webhookRedeliver: idOf('Webhook', 'id'),
  webhooksRedeliver: idOf('WebhookRedelivery'),
  webhookSecretCreate: inside('WebhookSecret', 'webhookSecret'),
  webhookSecretDelete: idOf('WebhookSecret', 'id'),
  webhookTestSend: idOf('Webhook'),
  workspaceCeilingSet: platformOf('platformId'),
  workspaceCreate: idOf('Workspace'),
  workspaceDelete: idOf('Workspace', 'workspace'),
  workspaceHealthRelease: idOf('Workspace', 'workspaceId'),
  workspaceRestore: idOf('Workspace'),
  workspaceResume: idOf('Workspace', 'workspace'),
  workspaceSuspend: idOf('Workspace', 'workspace'),
  workspaceTopicDelete: idOf('Workspace', 'workspace', 'workspaceId'),
  workspaceTopicSave: idOf('Workspace', 'workspace', 'workspaceId'),
  workspaceUpdate: idOf('Workspace', 'workspace'),
};

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
