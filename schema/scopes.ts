/**
 * Which scope each field needs (docs/rules.md#api-key-scopes): the one table. The plugin of schema/needs-plugin.ts checks
 * it at each field, writes it into the description of the field, and refuses to build a schema with a field of a root
 * or a type that is missing here.
 */
import type { Scope } from '../src/platforms/scopes.ts';

/** A scope of the key; that the key is for all workspaces of its platform; or that the caller is an operator. */
export type Need = Scope | 'allWorkspaces' | 'operator';

/** A field needs all of these. */
export type Needs = readonly Need[];

/** Any key may use the field. */
const anyKey: Needs = [];
const send: Needs = ['send'];
const read: Needs = ['read'];
const people: Needs = ['people'];
/** Changes people: keys that only read have no `send`, and keys that only send have no `people`. */
const writePeople: Needs = ['people', 'send'];
/** Changes one workspace. */
const manage: Needs = ['manage'];
/** Changes what all workspaces share. */
const manageAll: Needs = ['manage', 'allWorkspaces'];
const operator: Needs = ['operator'];

/** The fields of the roots. An argument of its own stands in brackets: it is needed where the argument is sent. */
export const rootNeeds: Readonly<Record<string, Needs>> = {
  'Query.addressExplain': people,
  'Query.apiKeys': manageAll,
  'Query.attributeDefinitions': read,
  'Query.auditLog': manageAll,
  'Query.auditLog(platformId)': operator,
  'Query.contact': people,
  'Query.contacts': people,
  'Query.currentKey': anyKey,
  'Query.deletedWorkspaces': ['read', 'allWorkspaces'],
  'Query.erasure': people,
  'Query.event': read,
  'Query.events': read,
  'Query.eventType': read,
  'Query.eventTypes': read,
  'Query.figures': ['read', 'allWorkspaces'],
  'Query.message': read,
  'Query.messageExplain': read,
  'Query.messages': read,
  'Query.messages(recipient)': people,
  'Query.node': read,
  'Query.nodes': read,
  'Query.operations': operator,
  // Across all workspaces.
  'Query.person': ['people', 'allWorkspaces'],
  'Query.platforms': operator,
  'Query.refusedEmits': ['read', 'allWorkspaces'],
  'Query.sendingDomain': read,
  'Query.suppressions': people,
  'Query.suppressionLifts': people,
  'Query.template': read,
  // Counts payloads of every workspace.
  'Query.templateCheck': ['read', 'allWorkspaces'],
  'Query.templatePreview': read,
  'Query.templateVersions': read,
  'Query.webhook': read,
  // Redeliveries concern endpoints.
  'Query.webhookRedelivery': ['read', 'allWorkspaces'],
  // Endpoints receive the webhooks of every workspace.
  'Query.webhookEndpoint': ['read', 'allWorkspaces'],
  'Query.webhookEndpoints': ['read', 'allWorkspaces'],
  'Query.webhookSecrets': ['read', 'allWorkspaces'],
  'Query.webhooks': read,
  'Query.workspace': read,
  'Query.workspaces': read,

  'Mutation.addressSuppress': ['people', 'manage'],
  'Mutation.apiKeyCreate': manageAll,
  'Mutation.apiKeyRevoke': manageAll,
  'Mutation.apiKeyUpdate': manageAll,
  'Mutation.attributeDefinitionCreate': manageAll,
  'Mutation.attributeDefinitionUpdate': manageAll,
  'Mutation.contactBatchUpsert': writePeople,
  'Mutation.contactDelete': writePeople,
  'Mutation.contactTagRemove': writePeople,
  'Mutation.contactTagsAdd': writePeople,
  'Mutation.contactUpsert': writePeople,
  'Mutation.eventEmit': send,
  'Mutation.eventTypeDelete': manageAll,
  'Mutation.eventTypeSave': manageAll,
  'Mutation.messageCancel': ['send', 'manage'],
  // Sends what a backend sent, to whom it chose.
  'Mutation.messageResend': ['send', 'manage'],
  'Mutation.messagesCancel': ['send', 'manage'],
  'Mutation.personErase': writePeople,
  'Mutation.platformCreate': operator,
  'Mutation.platformResume': operator,
  'Mutation.platformSuspend': operator,
  'Mutation.platformUpdate': operator,
  'Mutation.requestLimitSet': operator,
  'Mutation.sendingDomainDelete': manageAll,
  'Mutation.sendingDomainSave': manageAll,
  'Mutation.sendingDomainVerify': manageAll,
  'Mutation.suppressionLift': ['people', 'manage'],
  'Mutation.templateRestore': manageAll,
  'Mutation.templateSave': manageAll,
  'Mutation.webhookEndpointCreate': manageAll,
  'Mutation.webhookEndpointDelete': manageAll,
  'Mutation.webhookEndpointPause': manageAll,
  'Mutation.webhookEndpointResume': manageAll,
  'Mutation.webhookEndpointUpdate': manageAll,
  'Mutation.webhookRedeliver': manage,
  'Mutation.webhookSecretCreate': manageAll,
  'Mutation.webhookSecretDelete': manageAll,
  'Mutation.webhookTestSend': manageAll,
  'Mutation.webhooksRedeliver': manageAll,
  'Mutation.workspaceCeilingSet': operator,
  'Mutation.workspaceCreate': manageAll,
  'Mutation.workspaceDelete': manage,
  'Mutation.workspaceHealthRelease': operator,
  'Mutation.workspaceRestore': manageAll,
  'Mutation.workspaceResume': manage,
  'Mutation.workspaceSuspend': manage,
  'Mutation.workspaceUpdate': manage,

  'Subscription.endpointWebhooks': ['read', 'allWorkspaces'],
  'Subscription.healthChanges': read,
  'Subscription.messageTimeline': read,
  'Subscription.workspaceMessages': read,
};

/**
 * What a field needs that leads from one object to an object of this type. The type of a part, which is read with its
 * owner, needs nothing further.
 */
export const typeNeeds: Readonly<Record<string, Needs>> = {
  ApiKey: manageAll,
  AttributeDefinition: read,
  AuditEntry: manageAll,
  ConsentChange: people,
  Contact: people,
  ContactAtEmit: anyKey,
  ContactBatchResult: anyKey,
  ContactMarketing: anyKey,
  DeletedWorkspace: ['read', 'allWorkspaces'],
  DnsRecord: anyKey,
  Erasure: people,
  Event: read,
  EventField: anyKey,
  EventFieldItems: anyKey,
  EventType: read,
  Explanation: read,
  ExplanationStep: anyKey,
  Message: read,
  MessageAttempt: read,
  MessageChange: anyKey,
  MessageChanges: anyKey,
  MessageOpen: read,
  MessageReport: read,
  messageResend: anyKey,
  Platform: anyKey,
  SendingDomain: read,
  Suppression: people,
  SuppressionLift: people,
  ErasedAddress: people,
  Person: people,
  TimelineAccepted: anyKey,
  TimelineComplained: anyKey,
  TimelineSuppressed: anyKey,
  TimelineExpired: anyKey,
  TimelineAttempt: anyKey,
  TimelineRelayed: anyKey,
  TimelineDeferred: anyKey,
  TimelineDelivered: anyKey,
  TimelineBounced: anyKey,
  TimelineFailed: anyKey,
  TimelineClaimed: anyKey,
  TimelineReport: anyKey,
  TimelineOpened: anyKey,
  TimelineWebhookSent: anyKey,
  MessageWait: anyKey,
  RefusedEmit: ['read', 'allWorkspaces'],
  RenderedMail: people,
  FigureRates: anyKey,
  DeliveryTimes: anyKey,
  Figures: anyKey,
  FigureGroup: anyKey,
  FigureReport: anyKey,
  HealthWindow: anyKey,
  HealthLine: anyKey,
  HealthLines: anyKey,
  HealthDay: anyKey,
  HealthVolume: anyKey,
  HealthChange: anyKey,
  CappedCount: anyKey,
  PlatformBacklog: anyKey,
  EndpointBreaker: anyKey,
  EndpointBacklog: anyKey,
  SendingBacklog: anyKey,
  WebhookBacklog: anyKey,
  ErasureBacklog: anyKey,
  DomainBacklog: anyKey,
  ServiceProcess: anyKey,
  TurnQueue: anyKey,
  Operations: anyKey,
  Tag: anyKey,
  TemplateCheck: anyKey,
  TemplateCoverage: anyKey,
  TemplateFallenBackTag: anyKey,
  TemplateLocaleCheck: anyKey,
  TemplatePreview: read,
  TemplateVariables: anyKey,
  TemplateVersion: read,
  TemplateWarning: anyKey,
  TimelineEntries: anyKey,
  TimelineEntry: anyKey,
  Webhook: read,
  WebhookAttempt: anyKey,
  WebhookChange: anyKey,
  WebhookChanges: anyKey,
  WebhookEndpoint: ['read', 'allWorkspaces'],
  WebhookRedelivery: ['read', 'allWorkspaces'],
  WebhookSecret: ['read', 'allWorkspaces'],
  Workspace: read,
  WorkspaceHealth: anyKey,
  WorkspaceHealthChange: anyKey,
  WorkspaceHealthChanges: anyKey,
  WorkspaceSending: anyKey,
};

/** Fields that need something else than their type, and values that need more than their object. */
export const fieldNeeds: Readonly<Record<string, Needs>> = {
  // The record of an emit holds the message, and `send` alone reads the record.
  'Event.message': anyKey,
  'Event.payload': people,
  // Sums over all workspaces.
  'EventType.figures': ['read', 'allWorkspaces'],
  'Platform.backlog': ['read', 'allWorkspaces'],
  'Platform.figures': ['read', 'allWorkspaces'],
  'TemplateVersion.figures': ['read', 'allWorkspaces'],
  'Message.recipient': people,
  // A webhook about an address without a contact names the address.
  'Webhook.body': people,
  // The receiver's URL, in the log of one workspace.
  'Webhook.endpoint': read,
  'ApiKey.workspace': anyKey,
};
