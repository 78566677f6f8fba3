/**
 * Arguments for every field of the roots, made of what a platform has. Each call is one that the service would take from
 * the owner of those things. A field that is missing here fails the tests that walk the schema.
 */
import { appendToImport } from '../../src/imports/append-to-import.ts';
import { createImport } from '../../src/imports/create-import.ts';
import { createApiKey } from '../../src/platforms/keys/create-api-key.ts';
import { scopes } from '../../src/platforms/keys/scopes.ts';
import { pictures } from '../pictures/pictures.ts';
import { eventTypeName } from './full-platform.ts';
import type { Tenant } from './open-world.ts';

/** Ids of one platform, each of one thing. Names are left out: two platforms may use the same. */
export interface Things {
  readonly platform: string;
  readonly workspace: string;
  readonly apiKey: string;
  readonly contact: string;
  readonly draft: string;
  readonly endpoint: string;
  readonly erasure: string;
  readonly event: string;
  readonly file: string;
  readonly import: string;
  readonly upload: string;
  readonly message: string;
  readonly picture: string;
  readonly redelivery: string;
  /** An answer to `message`. */
  readonly reply: string;
  readonly secret: string;
  readonly suppression: string;
  readonly webhook: string;
}

/** Ids of nothing. */
export const nobodys: Things = {
  platform: '01ARZ3NDEKTSV4RRFFQ69G5F01',
  workspace: '01ARZ3NDEKTSV4RRFFQ69G5F02',
  apiKey: '01ARZ3NDEKTSV4RRFFQ69G5F03',
  contact: '01ARZ3NDEKTSV4RRFFQ69G5F04',
  endpoint: '01ARZ3NDEKTSV4RRFFQ69G5F05',
  erasure: '01ARZ3NDEKTSV4RRFFQ69G5F06',
  event: '01ARZ3NDEKTSV4RRFFQ69G5F07',
  message: '01ARZ3NDEKTSV4RRFFQ69G5F08',
  secret: '01ARZ3NDEKTSV4RRFFQ69G5F09',
  suppression: '01ARZ3NDEKTSV4RRFFQ69G5F10',
  webhook: '01ARZ3NDEKTSV4RRFFQ69G5F11',
  draft: '01ARZ3NDEKTSV4RRFFQ69G5F12',
  redelivery: '01ARZ3NDEKTSV4RRFFQ69G5F13',
  file: '01ARZ3NDEKTSV4RRFFQ69G5F14',
  import: '01ARZ3NDEKTSV4RRFFQ69G5F16',
  upload: '01ARZ3NDEKTSV4RRFFQ69G5F15',
  picture: '01ARZ3NDEKTSV4RRFFQ69G5F17',
  reply: '01ARZ3NDEKTSV4RRFFQ69G5F18',
};

const tables: Readonly<
  Record<Exclude<keyof Things, 'platform' | 'workspace' | 'apiKey' | 'upload' | 'reply'>, string>
> = {
  contact: 'contacts',
  draft: 'template_drafts',
  endpoint: 'webhook_endpoints',
  erasure: 'erasures',
  event: 'events',
  file: 'files',
  import: 'imports',
  message: 'messages',
  picture: 'pictures',
  redelivery: 'webhook_redeliveries',
  secret: 'webhook_secrets',
  suppression: 'suppressions',
  webhook: 'webhooks',
};

/** What a platform of full-platform.ts has, with a key that may be revoked. */
export async function thingsOf({ ctx, platformId, workspace }: Tenant): Promise<Things> {
  const ids = await Promise.all(
    Object.entries(tables).map(async ([thing, table]) => {
      // Events have no index by platform.
      const of = thing === 'event' ? ['workspace_id', workspace] : ['platform_id', platformId];
      const { rows } = await ctx.app.db.pool.query(`SELECT id FROM ${table} WHERE ${of[0]} = $1 ORDER BY id LIMIT 1`, [
        of[1],
      ]);
      return [thing, rows[0].id] as const;
    }),
  );
  // Of a message that was answered, where an earlier round has left an answer.
  const answers = await ctx.app.db.pool.query(
    `SELECT r.id, m.id AS message FROM message_replies r
     JOIN messages m ON m.workspace_id = r.workspace_id AND m.id = r.message_id
     WHERE m.platform_id = $1 ORDER BY r.message_id, r.id LIMIT 1`,
    [platformId],
  );
  const { id: reply, message } = answers.rows[0] ?? { id: nobodys.reply, message: Object.fromEntries(ids).message };
  const { id: apiKey } = await createApiKey(ctx.app, { platformId, name: 'Spare', scopes: [...scopes] });
  // What an earlier round began: a platform may have five that have not ended.
  await ctx.app.db.pool.query(
    `UPDATE imports SET state = 'cancelled', finished_at = created_at
     WHERE platform_id = $1 AND id <> $2 AND finished_at IS NULL`,
    [platformId, Object.fromEntries(ids).import],
  );
  const { id: upload } = await createImport(ctx, workspace, { kind: 'contacts', skipUnknownColumns: false });
  await appendToImport(ctx, workspace, { id: upload, position: 0, data: Buffer.from('reference,email\n') });
  return { ...nobodys, ...Object.fromEntries(ids), platform: platformId, workspace, apiKey, upload, message, reply };
}

type Arguments = (of: Things) => string;

const none: Arguments = () => '';
const inWorkspace: Arguments = ({ workspace }) => `workspace: "${workspace}"`;
const contactIn: Arguments = ({ workspace, contact }) => `workspace: "${workspace}", contact: "${contact}"`;
const ofDraft: Arguments = ({ draft: id }) => `id: "${id}"`;
const ofMessage: Arguments = (of) => `${inWorkspace(of)}, id: "${of.message}"`;
const toMessage: Arguments = (of) => `${inWorkspace(of)}, message: "${of.message}"`;
/** A file of translators that changes nothing. */
const translations = JSON.stringify({ locale: 'it', templates: [{ name: eventTypeName, texts: [] }] });
const ofType: Arguments = () => `eventType: "${eventTypeName}"`;
const platform: Arguments = ({ platform: id }) => `input: { platformId: "${id}" }`;
const layoutBlocks = '[{ id: "f", type: "text", attrs: { text: "Made" } }]';
const draft = `{ subject: "Drafted", fromLocalPart: "x", acceptOutdated: true,
  composition: { editorVersion: 3, target: "email", document: { blocks: [] } } }`;

export const rootArguments: Readonly<Record<string, Arguments>> = {
  'Query.addressExplain': (of) => `${inWorkspace(of)}, ${ofType(of)}, email: "a@example.com"`,
  'Query.apiKeys': none,
  'Query.attributeDefinitions': none,
  'Query.auditLog': none,
  'Query.compositionFormat': none,
  'Query.contact': contactIn,
  'Query.contacts': inWorkspace,
  'Query.currentKey': none,
  'Query.deletedWorkspaces': none,
  'Query.erasure': (of) => `${inWorkspace(of)}, id: "${of.erasure}"`,
  'Query.event': (of) => `${inWorkspace(of)}, id: "${of.event}"`,
  'Query.eventType': () => `name: "${eventTypeName}"`,
  'Query.eventTypes': none,
  'Query.events': (of) => `${inWorkspace(of)}, filter: { contact: "${of.contact}" }`,
  'Query.file': ({ file }) => `id: "${file}"`,
  'Query.files': none,
  'Query.figures': () => 'from: "2026-03-01", to: "2026-03-02"',
  'Query.import': (of) => `${inWorkspace(of)}, id: "${of.import}"`,
  'Query.importFaults': (of) => `${inWorkspace(of)}, id: "${of.import}"`,
  'Query.imports': inWorkspace,
  'Query.leavers': none,
  'Query.message': (of) => `${inWorkspace(of)}, id: "${of.message}"`,
  'Query.messageContent': ofMessage,
  'Query.messageExplain': ({ message }) => `id: "${message}"`,
  'Query.messageReplies': toMessage,
  'Query.messageReply': (of) => `${toMessage(of)}, reply: "${of.reply}"`,
  'Query.messageReplyAttachment': (of) => `${toMessage(of)}, reply: "${of.reply}", position: 1`,
  'Query.messages': (of) => `${inWorkspace(of)}, filter: { contact: "${of.contact}" }`,
  'Query.metadataKeys': none,
  'Query.node': ({ message }) => `id: "${message}"`,
  'Query.nodes': ({ message }) => `ids: ["${message}"]`,
  'Query.operations': none,
  'Query.picture': ({ picture }) => `id: "${picture}"`,
  'Query.pictures': none,
  'Query.person': () => 'email: "a@example.com"',
  'Query.platforms': none,
  'Query.refusedEmits': none,
  'Query.refusingDomains': none,
  'Query.brand': none,
  'Query.layout': () => 'name: "full"',
  'Query.layoutPreview': () => `name: "full", input: { footer: ${layoutBlocks} }`,
  'Query.layouts': none,
  'Query.brandPreview': () => 'input: { name: "Preview" }, starter: receipt',
  'Query.sendingDomain': none,
  'Query.suppressionLifts': inWorkspace,
  'Query.suppressions': inWorkspace,
  'Query.template': ofType,
  'Query.templateCheck': (of) => `${ofType(of)}, draft: ${draft}`,
  'Query.templateDiff': (of) => `${ofType(of)}, from: 1, to: 1`,
  'Query.templateDraft': ofDraft,
  'Query.templateDraftCheck': ofDraft,
  'Query.templateDraftDiff': ofDraft,
  'Query.templateDrafts': ofType,
  'Query.templateLanguages': none,
  'Query.templatePayloads': ofType,
  'Query.templatePreview': (of) => `${ofType(of)}, input: {}`,
  'Query.templateVersion': (of) => `${ofType(of)}, version: 1`,
  'Query.templateVersionCheck': ofType,
  'Query.templateVersions': ofType,
  'Query.topic': () => 'key: "topic_0"',
  'Query.topics': none,
  'Query.webhook': ({ webhook }) => `id: "${webhook}"`,
  'Query.webhookEndpoint': ({ endpoint }) => `id: "${endpoint}"`,
  'Query.webhookEndpoints': none,
  'Query.webhookRedelivery': ({ redelivery }) => `id: "${redelivery}"`,
  'Query.webhookSecrets': none,
  'Query.webhooks': ({ endpoint }) => `endpoint: "${endpoint}"`,
  'Query.workspace': inWorkspace,
  'Query.workspaceFigures': (of) => `${inWorkspace(of)}, from: "2026-03-01", to: "2026-03-02"`,
  'Query.workspaceTopic': (of) => `${inWorkspace(of)}, key: "topic_0"`,
  'Query.workspaces': none,

  'Mutation.addressSuppress': (of) => `${inWorkspace(of)}, email: "made@example.com"`,
  'Mutation.apiKeyCreate': ({ platform: id }) => `input: { platformId: "${id}", name: "Made" }`,
  'Mutation.apiKeyRevoke': ({ apiKey }) => `input: { id: "${apiKey}" }`,
  'Mutation.apiKeyUpdate': ({ apiKey }) => `input: { id: "${apiKey}", name: "Renamed" }`,
  'Mutation.attributeDefinitionCreate': () => 'input: { key: "made", name: "Made", type: string }',
  'Mutation.attributeDefinitionUpdate': () => 'key: "key_0", input: { name: "Renamed" }',
  'Mutation.contactBatchUpsert': (of) => `${inWorkspace(of)}, input: { contacts: [{ reference: "made" }] }`,
  'Mutation.contactExportCreate': inWorkspace,
  'Mutation.contactImportCreate': inWorkspace,
  'Mutation.contactDelete': contactIn,
  'Mutation.contactTagRemove': (of) => `${contactIn(of)}, key: "all"`,
  'Mutation.contactTagsAdd': (of) => `${contactIn(of)}, input: { tags: ["added"] }`,
  'Mutation.contactUpsert': (of) => `${contactIn(of)}, input: { locale: "de" }`,
  'Mutation.eventBatchEmit': (of) => `${inWorkspace(of)}, input: { events: [{ type: "type.0", idempotencyKey: "many",
    payload: {}, recipient: { email: "many@example.com" } }] }`,
  'Mutation.eventEmit': (of) => `${inWorkspace(of)}, input: { type: "type.0", idempotencyKey: "made", payload: {},
    recipient: { contact: "${of.contact}" } }`,
  'Mutation.eventTypeDelete': () => 'name: "type.0"',
  'Mutation.eventTypeSave': () => 'name: "made", input: { fields: [] }',
  'Mutation.fileCreate': () => 'input: { filename: "made.pdf", content: "JVBERi0xLjcK" }',
  'Mutation.fileDelete': ({ file }) => `id: "${file}"`,
  'Mutation.importAppend': (of) =>
    `${inWorkspace(of)}, id: "${of.upload}", position: 0, content: "cmVmZXJlbmNlLGVtYWlsCg=="`,
  'Mutation.importCancel': (of) => `${inWorkspace(of)}, id: "${of.import}"`,
  'Mutation.importStart': (of) => `${inWorkspace(of)}, id: "${of.upload}"`,
  'Mutation.messageCancel': ofMessage,
  'Mutation.messageResend': ofMessage,
  'Mutation.messageReschedule': (of) => `${ofMessage(of)}, sendAt: "2026-01-01T00:00:00Z"`,
  'Mutation.messagesCancel': inWorkspace,
  'Mutation.personErase': (of) => `${inWorkspace(of)}, input: { contact: "${of.contact}" }`,
  'Mutation.pictureCreate': () => `input: { content: "${pictures.gif.toString('base64')}" }`,
  'Mutation.pictureDelete': ({ picture }) => `id: "${picture}"`,
  'Mutation.platformCreate': () => 'input: { name: "Made" }',
  'Mutation.platformResume': platform,
  'Mutation.platformSuspend': platform,
  'Mutation.platformUpdate': ({ platform: id }) => `input: { platformId: "${id}", name: "Renamed" }`,
  'Mutation.requestLimitSet': ({ platform: id }) => `input: { platformId: "${id}", perMinute: 6000 }`,
  'Mutation.brandDelete': none,
  'Mutation.layoutDelete': () => 'name: "full"',
  'Mutation.layoutSave': () => `name: "made", input: { footer: ${layoutBlocks} }`,
  'Mutation.brandSave': () => 'input: { name: "Made" }',
  'Mutation.sendingDomainDelete': none,
  'Mutation.sendingDomainSave': () => 'input: { domain: "made.test" }',
  'Mutation.sendingDomainVerify': none,
  'Mutation.suppressionExportCreate': inWorkspace,
  'Mutation.suppressionImportCreate': inWorkspace,
  'Mutation.suppressionLift': (of) => `${inWorkspace(of)}, id: "${of.suppression}"`,
  'Mutation.templateDraftCreate': (of) => `${ofType(of)}, input: { name: "Made" }`,
  'Mutation.templateDraftDelete': ofDraft,
  'Mutation.templateDraftPublish': ofDraft,
  'Mutation.templateDraftSave': (of) => `${ofDraft(of)}, input: { name: "Renamed" }`,
  'Mutation.templateRestore': (of) => `${ofType(of)}, version: 1`,
  'Mutation.templateSave': (of) => `${ofType(of)}, input: ${draft}`,
  'Mutation.templateTest': (of) => `${ofType(of)}, input: { to: "made@example.com" }`,
  'Mutation.templateTranslate': (of) => `${ofType(of)}, input: { content: ${JSON.stringify(translations)} }`,
  'Mutation.topicCreate': () => 'input: { key: "made", name: "Made" }',
  'Mutation.topicDelete': () => 'key: "topic_0"',
  'Mutation.topicUpdate': () => 'key: "topic_0", input: { name: "Renamed" }',
  'Mutation.webhookEndpointCreate': () => 'input: { url: "https://hooks.test/made", types: [message_delivered] }',
  'Mutation.webhookEndpointDelete': ({ endpoint }) => `id: "${endpoint}"`,
  'Mutation.webhookEndpointPause': ({ endpoint }) => `id: "${endpoint}"`,
  'Mutation.webhookEndpointResume': ({ endpoint }) => `id: "${endpoint}"`,
  'Mutation.webhookEndpointUpdate': ({ endpoint }) => `id: "${endpoint}", input: { types: [message_bounced] }`,
  'Mutation.webhookRedeliver': ({ webhook }) => `id: "${webhook}"`,
  'Mutation.webhookSecretCreate': none,
  'Mutation.webhookSecretDelete': ({ secret }) => `id: "${secret}"`,
  'Mutation.webhookTestSend': ({ endpoint }) => `endpoint: "${endpoint}", type: message_bounced`,
  'Mutation.webhooksRedeliver': ({ endpoint }) => `endpoint: "${endpoint}", since: "2026-03-01T00:00:00Z"`,
  'Mutation.workspaceCeilingSet': ({ platform: id }) => `input: { platformId: "${id}", ceiling: 100 }`,
  'Mutation.workspaceCreate': () => 'input: { name: "Made", reference: "made" }',
  'Mutation.workspaceDelete': inWorkspace,
  'Mutation.workspaceHealthRelease': ({ workspace }) => `input: { workspaceId: "${workspace}" }`,
  'Mutation.workspaceRestore': ({ workspace }) => `id: "${workspace}"`,
  'Mutation.workspaceResume': inWorkspace,
  'Mutation.workspaceSuspend': inWorkspace,
  'Mutation.workspaceTopicDelete': (of) => `${inWorkspace(of)}, key: "topic_0"`,
  'Mutation.workspaceTopicSave': (of) => `${inWorkspace(of)}, key: "topic_0", input: { name: "Ours" }`,
  'Mutation.workspaceUpdate': (of) => `${inWorkspace(of)}, input: { name: "Renamed" }`,

  'Subscription.endpointWebhooks': ({ endpoint }) => `endpoint: "${endpoint}"`,
  'Subscription.healthChanges': inWorkspace,
  'Subscription.messageTimeline': ({ message }) => `message: "${message}"`,
  'Subscription.workspaceMessages': inWorkspace,
};
