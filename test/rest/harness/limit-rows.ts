/** Where each limit and enum of rest/openapi.yaml comes from, and where each limit of the code stands in it. */
import { blockTypeNames } from '../../../emails/document/blocks/index.ts';
import { lookNames } from '../../../emails/document/looks.ts';
import { fieldTypes, scalarTypes } from '../../../emails/document/template.ts';
import { WebhookSource } from '../../../prisma/generated/enums.ts';
import { readContract } from '../../../rest/contract.ts';
import { webhookTypes } from '../../../src/webhooks/webhook-types.ts';
import { constant, enumOf, saidAs, unionOf } from './limit-source.ts';

type Row = readonly [name: string, value: unknown, ...constants: string[]];

/** A keyword whose number is the constant of this file and name. */
function by(name: string, file: string, constantName: string): Row {
  return [name, constant(file, constantName), `${file} ${constantName}`];
}

/** A keyword whose value the code says in these words. */
function said(name: string, value: unknown, file: string, words: string): Row {
  return [name, saidAs(value, file, words)];
}

const nothing = [null];
const workspace = 'src/workspaces/workspace-input.ts';
const topic = 'src/topics/topic-input.ts';
const definition = 'src/attributes/definition-input.ts';
const composition = 'emails/document/composition.ts';
const theme = 'emails/document/theme.ts';
const brand = 'emails/document/brand.ts';
const input = 'src/ground/input/input.ts';
const references = 'src/ground/input/references.ts';
const examples = 'src/event-types/event-type-examples.ts';
const emailAddress = 'src/ground/addresses/email-address.ts';
const filterTexts = 'src/ground/lists/filter-texts.ts';
const save = 'src/templates/template-input.ts';
const tagName = 'src/contacts/tag-names.ts';
const emit = 'src/events/emit/emit-input.ts';
const attachment = 'src/events/attachments/attachment-input.ts';
const fileInput = 'src/files/file-input.ts';
const metadata = 'src/ground/input/metadata.ts';
const ownHeaders = 'src/events/emit/own-headers.ts';
const copies = 'src/events/emit/copies.ts';
const batch = 'src/events/batch/emit-events.ts';
const filter = (name: string) => said(name, 1, filterTexts, ".min(1, 'must not be empty')\n    .max(max,");
const emptyFilter = (name: string) => said(name, 1, filterTexts, "`]: ['must not be empty']");
const contactPath = constant(references, 'contactPathPattern');
const colors = ['background', 'surface', 'text', 'muted', 'link', 'primary', 'on_primary'];

/** The keywords of the document, by where they stand (limits.test.ts), and what the code enforces or gives. */
export const keywordRows: readonly Row[] = [
  // Workspaces.
  by('WorkspaceName.maxLength', workspace, 'nameMaxLength'),
  said('WorkspaceName.minLength', 1, workspace, ".min(1, 'must not be empty')"),
  by('createWorkspace.locale.maxLength', workspace, 'localeMaxLength'),
  by('updateWorkspace.locale.maxLength', workspace, 'localeMaxLength'),
  said('Timezone.maxLength', 64, input, 'timezone = textOf(64)'),
  by('Reference.pattern', references, 'referencePattern'),
  ['parameter Workspace.pattern', contactPath, `${references} contactPathPattern`],
  ['parameter Contact.pattern', contactPath],
  ['erasePerson.contact.pattern', contactPath],
  ['EmitRecipient.contact.pattern', contactPath],
  said('parameter Id.pattern', '^[0-9A-Za-z]{26}$', 'src/ground/ids.ts', '/^[0-9A-Z]{26}$/'),
  said('erasePerson.minProperties', 1, 'src/people/erasure-input.ts', '(contact == null) !== (email == null)'),
  said('erasePerson.maxProperties', 1, 'src/people/erasure-input.ts', '(contact == null) !== (email == null)'),
  by('erasePerson.email.maxLength', emailAddress, 'emailMaxLength'),
  // Contacts.
  by('ContactWrite.email.maxLength', emailAddress, 'emailMaxLength'),
  by('ContactBatchItem.email.maxLength', emailAddress, 'emailMaxLength'),
  by('ContactWrite.locale.maxLength', 'src/contacts/contact-input.ts', 'localeMaxLength'),
  by('ContactBatchItem.locale.maxLength', 'src/contacts/contact-input.ts', 'localeMaxLength'),
  by('ContactTopicsWrite.maxItems', 'src/topics/create-topic.ts', 'topicsMax'),
  by('ContactTopicsWrite.key.pattern', 'src/ground/input/attribute-key.ts', 'attributeKeyPattern'),
  by('upsertContacts.contacts.maxItems', 'src/contacts/upsert-contacts.ts', 'batchMax'),
  by('addContactTags.tags.maxItems', tagName, 'tagsMax'),
  said('addContactTags.tags.minItems', 1, tagName, ".min(1, 'must have at least one tag')"),
  by('TagNames.maxItems', tagName, 'tagsMax'),
  by('TagName.maxLength', tagName, 'tagMaxLength'),
  said('TagName.minLength', 1, tagName, ".min(1, 'must not be empty')"),
  by('listContacts.search.maxLength', 'src/contacts/list-contacts.ts', 'searchMaxLength'),
  by('listContacts.tag.maxLength', 'src/contacts/list-contacts.ts', 'tagMaxLength'),
  filter('listContacts.tag.minLength'),
  by('listSuppressions.search.maxLength', 'src/suppressions/list-suppressions.ts', 'searchMaxLength'),
  // Attributes and event types.
  by('createAttributeDefinition.key.pattern', 'src/ground/input/attribute-key.ts', 'attributeKeyPattern'),
  by('updateAttributeDefinition.key.pattern', 'src/ground/input/attribute-key.ts', 'attributeKeyPattern'),
  by('AttributeName.maxLength', definition, 'nameMaxLength'),
  said('AttributeName.minLength', 1, definition, "text.trim() !== ''"),
  by('createTopic.key.pattern', 'src/ground/input/attribute-key.ts', 'attributeKeyPattern'),
  by('parameter TopicKey.pattern', 'src/ground/input/attribute-key.ts', 'attributeKeyPattern'),
  by('TopicName.maxLength', topic, 'nameMaxLength'),
  said('TopicName.minLength', 1, topic, "text.trim() !== ''"),
  by('TopicDescription.maxLength', topic, 'descriptionMaxLength'),
  by('TopicTranslationsWrite.maxItems', topic, 'translationsMax'),
  by('TopicTranslationsWrite.locale.maxLength', topic, 'localeMaxLength'),
  by('parameter EventTypeName.pattern', 'src/event-types/event-type-name.ts', 'namePattern'),
  by('parameter CheckedEventTypeName.pattern', 'src/event-types/event-type-name.ts', 'namePattern'),
  said('saveEventType.content_days.minimum', 0, 'src/event-types/content-days.ts', 'written >= 0'),
  said('saveEventType.content_days.maximum', 90, 'src/ground/config/config-variables.ts', 'min(2).max(90).default(30)'),
  by('EventTypeExamplesWrite.maxItems', examples, 'examplesMax'),
  by('EventTypeExamplesWrite.name.maxLength', examples, 'nameMaxLength'),
  said('EventTypeExamplesWrite.name.minLength', 1, examples, "text.trim() !== ''"),
  by('EndpointEventTypes.maxItems', 'src/webhooks/endpoints/endpoint-input.ts', 'eventTypesMax'),
  by('EndpointHeaders.maxProperties', 'src/webhooks/endpoints/endpoint-headers.ts', 'headersMax'),
  by('EndpointHeaders.maxLength', 'src/webhooks/endpoints/endpoint-headers.ts', 'valueMaxLength'),
  by('EndpointAlertEmail.maxLength', emailAddress, 'emailMaxLength'),
  said('EndpointRateLimit.minimum', 1, 'src/webhooks/endpoints/endpoint-input.ts', '.min(1, rateFault)'),
  by('EndpointRateLimit.maximum', 'src/webhooks/delivery/endpoint-rate.ts', 'rateMax'),
  said('EndpointVersion.minimum', 1, 'src/webhooks/endpoints/endpoint-input.ts', 'z.literal([1, 2]'),
  said('EndpointVersion.maximum', 2, 'src/webhooks/endpoints/endpoint-input.ts', 'z.literal([1, 2]'),
  by('saveEventType.fields.oneOf.0.maxItems', 'src/event-types/check-fields.ts', 'maxFields'),
  said(
    'saveEventType.fields.oneOf.1.maxProperties',
    0,
    'src/event-types/check-fields.ts',
    'Object.keys(input).length === 0',
  ),
  by('EventFieldWrite.name.pattern', 'src/event-types/check-fields.ts', 'namePattern'),
  by('EventFieldWrite.fallback.maxLength', 'src/event-types/check-fields.ts', 'fallbackMaxLength'),
  // Emits.
  said('EmitKey.pattern', '^[\\x21-\\x7E]{1,255}$', emit, '/^[\\x21-\\x7e]+$/'),
  said('EmitRecipient.minProperties', 1, emit, '(contact == null) !== (email == null)'),
  said('EmitRecipient.maxProperties', 1, emit, '(contact == null) !== (email == null)'),
  by('EmitRecipient.email.maxLength', emailAddress, 'emailMaxLength'),
  by('Attachments.maxItems', emit, 'filesMax'),
  by('Metadata.maxProperties', metadata, 'pairsMax'),
  by('Metadata.maxLength', metadata, 'valueMaxLength'),
  by('parameter MetadataFilter.maxProperties', metadata, 'pairsMax'),
  by('parameter MetadataFilter.allOf.0.maxLength', metadata, 'valueMaxLength'),
  by('EmitCc.maxItems', copies, 'copiesMax'),
  by('EmitCc.maxLength', emailAddress, 'emailMaxLength'),
  by('EmitBcc.maxItems', copies, 'copiesMax'),
  by('EmitBcc.maxLength', emailAddress, 'emailMaxLength'),
  by('EmitReplyTo.maxLength', emailAddress, 'emailMaxLength'),
  by('EmitHeaders.maxProperties', ownHeaders, 'headersMax'),
  by('EmitHeaders.maxLength', ownHeaders, 'headerValueMax'),
  said('EmitHeaders.minLength', 1, ownHeaders, "value.trim() === ''"),
  by('emitEvents.events.maxItems', batch, 'emitsMax'),
  by('emitPlatformEvents.events.maxItems', batch, 'emitsMax'),
  ['EventBatchResult.result.enum', enumOf('EventBatchOutcome')],
  by('Attachments.filename.maxLength', attachment, 'filenameMaxLength'),
  said(
    'Attachments.content_id.pattern',
    '^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$',
    attachment,
    '/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/',
  ),
  said('Attachments.filename.minLength', 1, attachment, ".min(1, 'must not be empty')"),
  by('createFile.filename.maxLength', attachment, 'filenameMaxLength'),
  said('createFile.filename.minLength', 1, attachment, ".min(1, 'must not be empty')"),
  // Messages and lists.
  said('parameter MessageId.pattern', '^[0-9A-Za-z]{26}$', 'src/ground/ids.ts', '/^[0-9A-Z]{26}$/'),
  said('parameter ContactFilter.pattern', '^[0-9A-Za-z]{26}$', 'src/ground/ids.ts', '/^[0-9A-Z]{26}$/'),
  emptyFilter('parameter TypeFilter.minLength'),
  emptyFilter('parameter EmailFilter.minLength'),
  emptyFilter('parameter KeyFilter.minLength'),
  ['parameter PerPage.minimum', 1],
  by('parameter PerPage.maximum', 'src/ground/lists/keyset.ts', 'pageSizeMax'),
  ['parameter MessageStates.enum', enumOf('MessageState')],
  ...['Message', 'MessageDetails', 'TimelineEntry'].flatMap((place): readonly Row[] => [
    [`${place}.bounce.enum`, [...enumOf('BounceKind'), ...nothing]],
    [`${place}.evidence.enum`, [...enumOf('DeliveryEvidence'), ...nothing]],
  ]),
  ['EventCopies.role.enum', enumOf('CopyRole')],
  ['MessageDetails.copies.role.enum', enumOf('CopyRole')],
  ['MessageRole.enum', [...enumOf('CopyRole'), ...nothing]],
  ['MessageAttempt.transport.enum', enumOf('MailTransport')],
  ['MessageAttempt.outcome.enum', enumOf('MessageAttemptOutcome')],
  ['MessageAttempt.category.enum', [...enumOf('ReplyCategory'), ...nothing]],
  ['TimelineEntry.kind.enum', enumOf('TimelineKind')],
  ['TimelineEntry.waits_for.enum', enumOf('ExchangerWaitReason')],
  ['TimelineEntry.report.kind.enum', enumOf('MessageReportKind')],
  ['TimelineEntry.report.category.enum', [...enumOf('ReplyCategory'), ...nothing]],
  ['Explanation.rules.verdict.enum', enumOf('ExplanationVerdict')],
  // Suppressions, figures, refused emits and keys.
  by('suppressAddress.email.maxLength', emailAddress, 'emailMaxLength'),
  ['suppressAddress.reach.enum', enumOf('SuppressionScope')],
  said(
    'suppressAddress.reason.enum',
    ['manual', 'hard_bounce', 'complaint'],
    'src/suppressions/suppress-by-hand.ts',
    "reasons = ['manual', 'hard_bounce', 'complaint']",
  ),
  by('suppressAddress.note.maxLength', 'src/suppressions/suppression-note.ts', 'noteMaxLength'),
  by('liftSuppressionWithNote.note.maxLength', 'src/suppressions/suppression-note.ts', 'noteMaxLength'),
  said('liftSuppressionWithNote.note.minLength', 1, 'src/suppressions/suppression-note.ts', "note.trim() !== ''"),
  by('explainAddress.email.maxLength', emailAddress, 'emailMaxLength'),
  ['explainAddress.email.minLength', 1],
  ['explainAddress.type.minLength', 1],
  ...['From', 'To'].map((name) =>
    said(
      `parameter ${name}.pattern`,
      '^\\d{4}-\\d{2}-\\d{2}$',
      'src/figures/figures-input.ts',
      '/^\\d{4}-\\d{2}-\\d{2}$/',
    ),
  ),
  ['parameter GroupBy.enum', enumOf('FigureDimension')],
  ['listRefusedEmits.workspace.pattern', contactPath],
  emptyFilter('listRefusedEmits.code.minLength'),
  emptyFilter('listRefusedEmits.request_id.minLength'),
  ...['createKey', 'updateKey'].flatMap((id): readonly Row[] => [
    by(`${id}.name.maxLength`, 'src/platforms/platform-input.ts', 'nameMaxLength'),
    said(`${id}.name.minLength`, 1, 'src/platforms/platform-input.ts', "text.trim() !== ''"),
  ]),
  said('createKey.scopes.minItems', 1, 'src/platforms/platform-input.ts', ".min(1, 'must name at least one scope')"),
  ['importSuppressions.reach.enum', enumOf('SuppressionScope')],
  ['exportSuppressions.reach.enum', enumOf('SuppressionScope')],
  ['parameter ExportFormat.enum', enumOf('ExportFormat')],
  ['Scope.enum', enumOf('ApiKeyScope')],
  ['SuppressionByHand.reason.enum', enumOf('SuppressionReason')],
  ['SuppressionByHand.blocks.enum', enumOf('SuppressionBlocks')],
  ['SuppressionByHand.scope.enum', enumOf('SuppressionScope')],
  // Templates.
  by('TemplateSave.subject.maxLength', composition, 'MAX_SUBJECT'),
  said(
    'TemplateSave.subject.minLength',
    1,
    'emails/check/check-template.ts',
    "subject: z.string().min(1, 'must not be empty')",
  ),
  by('TemplateSave.from_local_part.maxLength', save, 'localPartMaxLength'),
  by('TemplateSave.display_name.maxLength', 'emails/render/header-fields.ts', 'MAX_DISPLAY_NAME'),
  by('TemplateSave.reply_to.maxLength', 'emails/render/header-fields.ts', 'MAX_REPLY_TO'),
  said('TemplateSave.base_version.minimum', 1, save, ".min(1, 'must be 1 or more')"),
  said('TemplateSave.base_version.maximum', 2 ** 31 - 1, 'src/templates/save-template.ts', "['is no saved version']"),
  by('LanguageTag.maxLength', 'emails/document/locales.ts', 'MAX_LOCALE'),
  by('LanguageTag.pattern', 'emails/document/locales.ts', 'TAG'),
  by('TranslationsWrite.maxProperties', 'emails/check/check-translations.ts', 'MAX_LOCALES'),
  by('TranslationsWrite.text.maxLength', composition, 'MAX_TEXT'),
  by('TranslationsWrite.source.maxLength', composition, 'MAX_TEXT'),
  by('Composition.document.blocks.maxItems', composition, 'MAX_BLOCKS'),
  by('Composition.document.settings.preheader.maxLength', composition, 'MAX_TEXT'),
  said('Composition.document.settings.width.minimum', 320, composition, 'pixels(320, 800)'),
  said('Composition.document.settings.width.maximum', 800, composition, 'pixels(320, 800)'),
  said('Composition.document.settings.direction.enum', ['ltr', 'rtl', 'auto'], composition, "['ltr', 'rtl', 'auto']"),
  by('Color.pattern', theme, 'HEX'),
  ['Composition.document.theme.look.enum', lookNames],
  said('Composition.document.theme.heading_font_family.maxLength', 200, theme, '.min(1)\n  .max(200)'),
  said('Composition.document.theme.heading_font_family.minLength', 1, theme, '.min(1)\n  .max(200)'),
  said('Composition.document.theme.heading_weight.minimum', 100, theme, 'heading_weight: z.int().min(100).max(900)'),
  said('Composition.document.theme.heading_weight.maximum', 900, theme, 'heading_weight: z.int().min(100).max(900)'),
  said('Composition.document.theme.heading_scale.minimum', 0.5, theme, 'heading_scale: z.number().min(0.5).max(2)'),
  said('Composition.document.theme.heading_scale.maximum', 2, theme, 'heading_scale: z.number().min(0.5).max(2)'),
  said('Composition.document.theme.button_radius.minimum', 0, theme, 'button_radius: pixels(0, 100)'),
  said('Composition.document.theme.button_radius.maximum', 100, theme, 'button_radius: pixels(0, 100)'),
  said('Composition.document.theme.font_family.maxLength', 200, theme, '.min(1)\n  .max(200)'),
  said('Composition.document.theme.font_family.minLength', 1, theme, '.min(1)\n  .max(200)'),
  said('Composition.document.theme.font_size.minimum', 10, theme, 'font_size: pixels(10, 32)'),
  said('Composition.document.theme.font_size.maximum', 32, theme, 'font_size: pixels(10, 32)'),
  said('Composition.document.theme.line_height.minimum', 1, theme, 'z.number().min(1).max(3)'),
  said('Composition.document.theme.line_height.maximum', 3, theme, 'z.number().min(1).max(3)'),
  said('Composition.document.theme.border_radius.minimum', 0, theme, 'border_radius: pixels(0, 100)'),
  said('Composition.document.theme.border_radius.maximum', 100, theme, 'border_radius: pixels(0, 100)'),
  said('Composition.document.theme.spacing.minimum', 0, theme, 'spacing: pixels(0, 100)'),
  said('Composition.document.theme.spacing.maximum', 100, theme, 'spacing: pixels(0, 100)'),
  said('Composition.editorVersion.enum', [3], composition, 'z.literal(3)'),
  said('Composition.target.enum', ['email'], composition, "z.literal('email')"),
  said('Block.id.pattern', '^[A-Za-z0-9._:-]{1,128}$', composition, '/^[A-Za-z0-9._:-]{1,128}$/'),
  ['Block.type.enum', blockTypeNames],
  said('restoreTemplateVersion.version.minimum', 1, 'src/templates/versions/restore-template.ts', 'version < 1'),
  by('restoreTemplateVersion.version.maximum', 'src/templates/versions/restore-template.ts', 'maxVersion'),
  ['getTranslationFile.format.enum', enumOf('TranslationFormat')],
  said(
    'translateTemplate.content.minLength',
    1,
    'src/templates/translation-files/translate-template.ts',
    "content: z.string().min(1, 'must not be empty')",
  ),
  said(
    'translateTemplate.base_version.minimum',
    1,
    'src/templates/translation-files/translate-template.ts',
    ".min(1, 'must be 1 or more')",
  ),
  said(
    'translateTemplate.base_version.maximum',
    2 ** 31 - 1,
    'src/templates/save-template.ts',
    "['is no saved version']",
  ),
  said('previewTemplate.version.minimum', 1, 'src/templates/preview/preview-input.ts', ".min(1, 'must be 1 or more')"),
  by('previewTemplate.version.maximum', 'src/templates/preview/preview-input.ts', 'maxVersion'),
  by('previewTemplate.contact.email.maxLength', emailAddress, 'emailMaxLength'),
  // Webhooks and the sending domain.
  by('WebhookTypeNames.maxItems', 'src/webhooks/webhook-types.ts', 'typesMax'),
  said('WebhookTypeNames.minItems', 1, 'src/webhooks/webhook-types.ts', ".min(1, 'must name at least one')"),
  said('listWebhooks.endpoint.pattern', '^[0-9A-Za-z]{26}$', 'src/webhooks/list-webhooks.ts', '/^[0-9A-Za-z]{26}$/'),
  by('saveSendingDomain.domain.maxLength', 'src/sending-domain/sending-domain-input.ts', 'domainMaxLength'),
  // Layouts.
  by('parameter LayoutName.maxLength', composition, 'MAX_LAYOUT_NAME'),
  by('parameter LayoutName.pattern', composition, 'LAYOUT_NAME'),
  by('parameter CheckedLayoutName.maxLength', composition, 'MAX_LAYOUT_NAME'),
  by('parameter CheckedLayoutName.pattern', composition, 'LAYOUT_NAME'),
  by('Composition.document.settings.layout.maxLength', composition, 'MAX_LAYOUT_NAME'),
  by('Composition.document.settings.layout.pattern', composition, 'LAYOUT_NAME'),
  said('Composition.document.settings.layout.minLength', 1, composition, '.min(1)'),
  said('LayoutSave.base_version.minimum', 1, save, ".min(1, 'must be 1 or more')"),
  said(
    'LayoutSave.base_version.maximum',
    2 ** 31 - 1,
    'src/templates/layouts/save-layout.ts',
    "['is no saved version']",
  ),
  by('LayoutSave.header.maxItems', composition, 'MAX_LAYOUT_BLOCKS'),
  by('LayoutSave.footer.maxItems', composition, 'MAX_LAYOUT_BLOCKS'),
  // The brand.
  by('saveBrand.name.maxLength', brand, 'MAX_BRAND_NAME'),
  by('saveBrand.support_url.maxLength', brand, 'MAX_BRAND_URL'),
  by('saveBrand.social_links.maxItems', brand, 'MAX_SOCIAL_LINKS'),
  by('saveBrand.social_links.name.maxLength', brand, 'MAX_BRAND_NAME'),
  by('saveBrand.social_links.url.maxLength', brand, 'MAX_BRAND_URL'),
  said('saveBrand.font_family.minLength', 1, theme, '.min(1)\n  .max(200)'),
  said('saveBrand.font_family.maxLength', 200, theme, '.min(1)\n  .max(200)'),
  said('saveBrand.border_radius.minimum', 0, brand, 'border_radius: pixels(0, 100)'),
  said('saveBrand.border_radius.maximum', 100, brand, 'border_radius: pixels(0, 100)'),
  by('BrandUrl.maxLength', brand, 'MAX_BRAND_URL'),
  by('BrandText.maxLength', brand, 'MAX_BRAND_TEXT'),
  by('BrandColor.pattern', theme, 'HEX'),
  // Answers.
  ['PageMeta.per_page.minimum', 0],
  ['TemplateVersion.version.minimum', 1],
  ['TemplateVersionSummary.version.minimum', 1],
  ['Webhook.attempts.duration_ms.minimum', 0],
  ['header Idempotent-Replayed.enum', ['true']],
  ['Workspace.status.enum', enumOf('WorkspaceStatus')],
  ['Workspace.sending.state.enum', enumOf('SendingState')],
  ['Workspace.sending.reason.enum', [...enumOf('SendingBlockReason'), ...nothing]],
  ['Workspace.health.state.enum', enumOf('HealthState')],
  ['Contact.status.enum', enumOf('ContactStatus')],
  ['listContacts.status.enum', enumOf('ContactStatusFilter')],
  ['Marketing.state.enum', [...enumOf('MarketingState'), ...nothing]],
  ['ConsentChange.state.enum', enumOf('MarketingState')],
  ['ContactTopicsWrite.state.enum', enumOf('TopicState')],
  ['ContactTopic.state.enum', enumOf('TopicState')],
  ['ContactTopic.source.enum', enumOf('TopicSource')],
  ['ContactBatchResult.result.enum', enumOf('ContactBatchOutcome')],
  ['AttributeDefinition.type.enum', enumOf('AttributeType')],
  ['createAttributeDefinition.type.enum', enumOf('AttributeType')],
  ['EventFieldWrite.type.enum', fieldTypes],
  ['EventFieldWrite.items.type.enum', scalarTypes],
  ['listWebhooks.state.enum', enumOf('WebhookState')],
  ['listWebhooks.type.enum', webhookTypes],
  ['Webhook.state.enum', enumOf('WebhookState')],
  ['Webhook.body.source.enum', Object.values(WebhookSource)],
  ['DeliveryError.enum', [...unionOf('src/transport/post/post-failure.ts', 'PostError'), ...nothing]],
  ['SendingDomain.status.enum', enumOf('SendingDomainStatus')],
  ['SendingDomain.records.purpose.enum', enumOf('DnsRecordPurpose')],
  said('SendingDomain.records.type.enum', ['TXT', 'MX'], 'src/sending-domain/dns-records.ts', "'TXT' | 'MX'"),
  ['SendingDomain.records.status.enum', enumOf('DnsRecordStatus')],
  ['Suppression.reason.enum', enumOf('SuppressionReason')],
  ['Suppression.blocks.enum', enumOf('SuppressionBlocks')],
  ['Suppression.scope.enum', enumOf('SuppressionScope')],
  ['Import.kind.enum', enumOf('ImportKind')],
  ['Import.state.enum', enumOf('ImportState')],
  ['Import.failure.enum', [...enumOf('ImportFailure'), ...nothing]],
];

const colorsOfTheme = colors.map((name) => `    ${name}_color: color`).map((line) => line.trim());
for (const line of colorsOfTheme) saidAs(line, theme, line);

const served = await readContract(new URL('../../../rest/openapi.yaml', import.meta.url));

function limitsOf(operationId: string) {
  const operation = served.find(({ id }) => id === operationId);
  if (!operation) throw new Error(`The OpenAPI file has no operation ${operationId}`);
  return operation.bodyLimits;
}

const mebibytes = (operationId: string) => limitsOf(operationId).bytes / 1_048_576;
const days = (name: string) => Number(constant(fileInput, name)) / 86_400_000;
const nodes = (operationId: string) => limitsOf(operationId).nodes;

/** Limits that stand in words: the constant, how the document shows its number, and where. */
export const proseRows: readonly (readonly [constants: string, text: string, place: string])[] = [
  ['src/http/json/measure-json.ts defaultNodesMax', `${shown(nodes('emitEvent'))} values`, 'info'],
  ['src/http/json/measure-json.ts depthMax', '{} levels', 'info'],
  ['src/http/json/measure-json.ts digitsMax', 'numbers of {}', 'info'],
  ['src/http/json/measure-json.ts numberLengthMax', '{} characters', 'info'],
  ['src/http/request-room.ts waitersMax', 'most {} requests of a platform', 'info'],
  ['src/platforms/limits/request-limit.ts burstMax', 'bursts of at most {}', 'info'],
  ['src/ground/errors/field-errors.ts pathsMax', 'at most {} fields in', 'info'],
  ['src/ground/errors/field-errors.ts bytesInAll', '{} bytes', 'info'],
  ['src/ground/input/precondition.ts tagsMax', 'at most {}: the request', 'parameter IfMatch'],
  ['src/events/emit/address-limit.ts emitsAnHour', '{} emits an hour', 'emitEvent'],
  ['src/event-types/payload-size.ts payloadMaxBytes', '{} bytes of JSON', 'EmitPayload'],
  ['src/events/attachments/check-attachments.ts bytesInAll', '{} decoded bytes in all', 'Attachments'],
  ['src/files/file-input.ts fileBytesMax', 'at most {} bytes', 'createFile'],
  ['src/files/file-input.ts filesMax', 'at most {} files', 'createFile'],
  ['src/files/file-input.ts platformBytesMax', '{} bytes (409', 'createFile'],
  ['src/pictures/picture-limits.ts pictureBytesMax', 'at most {} bytes', 'createPicture'],
  ['src/pictures/picture-limits.ts sideMax', 'at most {} pixels on each side', 'createPicture'],
  ['src/pictures/picture-limits.ts framesMax', 'at most {} frames', 'createPicture'],
  ['src/pictures/picture-limits.ts pixelsMax', 'at most {} pixels and', 'createPicture'],
  ['src/pictures/picture-limits.ts framesPixelsMax', 'that have {}', 'createPicture'],
  ['src/pictures/picture-limits.ts picturesMax', 'at most {} pictures', 'createPicture'],
  ['src/pictures/picture-limits.ts platformBytesMax', '{} bytes (409', 'createPicture'],
  ['src/webhooks/endpoints/endpoint-headers.ts nameMaxLength', 'up to {} letters', 'EndpointHeaders'],
  ['src/webhooks/endpoints/endpoint-headers.ts charactersMax', '{} in all with the names', 'EndpointHeaders'],
  ['src/events/emit/own-headers.ts headerBytesMax', 'at most {} bytes', 'EmitHeaders'],
  ['src/events/emit/own-headers.ts afterMarkMax', 'up to {} letters, digits or `-`', 'EmitHeaders'],
  ['src/contacts/tag-names.ts contactTagsMax', 'a contact has at most {}', 'addContactTags'],
  [
    'src/attributes/create-attribute-definition.ts definitionsMax',
    'at most {} definitions',
    'createAttributeDefinition',
  ],
  ['src/topics/create-topic.ts topicsMax', 'at most {} topics', 'createTopic'],
  ['src/contacts/attribute-values.ts attributesMaxBytes', 'at most {} bytes', 'AttributeValues'],
  ['src/contacts/tag-names.ts tagMaxLength', 'up to {} characters each', 'TagNames'],
  ['src/event-types/check-fields.ts maxFields', 'At most {} fields', 'saveEventType'],
  ['src/event-types/event-type-examples.ts examplesMaxBytes', 'at most {} bytes of JSON', 'EventTypeExamplesWrite'],
  ['emails/document/composition.ts MAX_BLOCKS', '{} blocks in all', 'Composition'],
  ['emails/document/composition.ts MAX_DEPTH', '{} levels deep', 'Composition'],
  ['emails/document/composition.ts MAX_TEXT', 'at most {} characters', 'Composition'],
  ['emails/document/composition.ts MAX_HTML', 'html block {} and', 'Composition'],
  ['emails/document/composition.ts MAX_HTML_DEPTH', '{} levels of elements', 'Composition'],
  ['emails/document/composition.ts MAX_HTML_TAGS', '{} signs `<`', 'Composition'],
  ['emails/document/composition.ts MAX_PARTS', '{} merge tags', 'Composition'],
  ['emails/document/composition.ts MAX_LAYOUT_BLOCKS', 'at most {} blocks', 'saveLayout'],
  ['emails/document/composition.ts MAX_LAYOUT_PARTS', '{} merge tags', 'saveLayout'],
  ['src/templates/layouts/layout-input.ts layoutMaxBytes', '{} bytes of JSON', 'saveLayout'],
  ['src/templates/layouts/save-layout.ts layoutsMax', 'at most {} layouts', 'saveLayout'],
  ['src/templates/layouts/layout-changes.ts templatesCompared', 'At most {} templates', 'previewLayout'],
  ['emails/language/merge-tags.ts MAX_FILTERS', '{} filters', 'Composition'],
  ['emails/language/inline-marks.ts TARGET_CHARACTERS', 'at most {} characters and', 'saveTemplate'],
  ['emails/language/inline-marks.ts TARGET_PARTS', 'and {} parts', 'saveTemplate'],
  ['src/ground/errors/field-errors.ts messageLength', 'at most {} characters', 'info'],
  ['rest/validators.ts thoroughNodes', 'more than {} values', 'info'],
  ['src/ground/lists/keyset.ts pageSize', '{} rows to a page', 'info'],
  ['emails/render/work-budget.ts MAX_RENDERED', '{} characters once rendered', 'Composition'],
  ['emails/render/work-budget.ts MAX_HEADER', 'each other header {}', 'Composition'],
  ['emails/check/check-translations.ts MAX_LOCALES', '{} languages', 'TranslationsWrite'],
  ['emails/read/read-blocks.ts MAX_COLUMNS', '1 to {}', 'Block.columns'],
  ['src/sending-domain/sending-domain-input.ts domainMaxLength', 'At most {} characters', 'saveSendingDomain.domain'],
  ['src/ground/addresses/email-address.ts emailMaxLength', '{} characters', 'info'],
];

/** Numbers that the document shows in words and no constant of their own says. */
export const shownNumbers: readonly (readonly [text: string, place: string])[] = [
  [`at most ${mebibytes('createWorkspace')} MiB; ${mebibytes('upsertContacts')} MiB for a batch`, 'info'],
  [`${mebibytes('createFile')} MiB for a file, ${mebibytes('emitEvent')} MiB for an emit`, 'info'],
  [`at most ${days('keptAtMost')} days from now; ${days('keptFor')} days when left`, 'createFile.expires_at'],
  [`${shown(nodes('saveTemplate'))} for a template`, 'info'],
  [
    saidAs(
      '6,000 requests a minute',
      'src/ground/config/config-variables.ts',
      'RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6000)',
    ),
    'info',
  ],
  [`waits at most ${Number(constant('src/http/request-room.ts', 'waitMax')) / 1_000} seconds`, 'info'],
  [`stalls for ${Number(constant('src/http/bodies/read-body.ts', 'idleMax')) / 1_000} seconds`, 'info'],
  [
    `at most ${constant('src/webhooks/endpoints/create-endpoint.ts', 'maxEndpoints')} webhook endpoints and ${constant('src/webhooks/secrets/create-secret.ts', 'maxSecrets')} signing secrets`,
    'info',
  ],
  [saidAs('at most three levels', 'src/event-types/check-fields.ts', 'maxLevels = 3'), 'saveEventType'],
  [saidAs('1,000', 'emails/document/blocks/condition.tsx', 'z.string().max(1_000)'), 'Composition'],
  [saidAs('10,000 items', 'emails/document/blocks/repeat.tsx', '.max(10_000)'), 'Composition'],
  [
    saidAs('at most 500 characters', 'emails/document/blocks/attributes.ts', 'z.string().min(1).max(500)'),
    'Composition',
  ],
  [saidAs('1 to 12', 'emails/document/blocks/table.tsx', '.min(1).max(12)'), 'Block.columns'],
  [
    saidAs('1 to 100 per cent', 'emails/document/composition.ts', 'width: z.number().min(1).max(100).optional()'),
    'Block.columns',
  ],
  [saidAs('2,048 characters', 'src/transport/post/check-url.ts', 'urlMaxLength = 2_048'), 'WebhookUrl'],
  ...[
    'delivered@',
    'bounce@',
    'complaint@',
    'soft-bounce@',
    'suppressed@',
    'delayed@',
    'expired@',
    'rejected (422)',
  ].map((text) => [text, 'emitEvent'] as const),
  ['`validation_failed` when it was never saved', 'TemplateSave.base_version'],
  [saidAs('20,000 chunks', 'src/http/bodies/read-body.ts', 'smallChunksMax = 20_000'), 'info'],
  ['400 `validation_failed`', 'info'],
  ['408 `request_timeout`', 'info'],
  ['431 `payload_too_large`', 'info'],
];

function shown(number: number): string {
  return number.toLocaleString('en');
}

/** Constants that shape no answer to a request, or that only GraphQL and operators meet; and why. */
export const notMet: Readonly<Record<string, string>> = {
  'src/templates/layouts/find-layout.ts maxVersion': 'GraphQL alone reads older versions of a layout',
  'src/events/attachments/calendar-method.ts methodMax': 'a longer method is left out of the mail',
  'src/ground/addresses/holds-address.ts signsMax': 'bounds the search for addresses in a refused name',
  'src/ground/addresses/holds-address.ts domainMaxLength': 'bounds the search for addresses in a refused name',
  'src/people/addresses-in.ts signsMax': 'bounds the search of an erasure',
  'src/people/addresses-in.ts cutsMax': 'bounds the search of an erasure',
  'src/people/addresses-in.ts localMaxLength': 'bounds the search of an erasure',
  'src/people/addresses-in.ts domainMaxLength': 'bounds the search of an erasure',
  'src/people/read-person.ts formerMax': 'former addresses that an erasure takes along',
  'src/people/search-step.ts foundMax': 'rows of one step of an erasure',
  'emails/language/merge-tags.ts MAX_FAULTS': 'bounds what is told of one text',
  'emails/language/suggest-variable.ts MAX_NAMES': 'bounds the search for a suggestion',
  'emails/check/asks-for-answers.ts readMaxLength': 'characters that the search for words about answers reads',
  'emails/check/template-faults.ts MAX_FAULTS': 'bounds what is told, beyond what an answer names',
  'emails/render/work-budget.ts MAX_WORK': 'work that only a hostile template does',
  'rest/page.ts linkMaxLength': 'the body has the links of a longer header',
  'rest/route.ts parameterMaxLength': 'Node refuses longer addresses before',
  'rest/unknown-path.ts meantMax': 'a suggestion has the nearest paths',
  'src/contacts/contact-transaction.ts triesMax': 'tries of a transaction',
  'src/contacts/contact-transaction.ts waitsMax': 'tries of a transaction',
  'src/events/emit/moved-facts.ts triesMax': 'tries of a transaction',
  'src/webhooks/redelivery/redeliver-failed.ts triesMax': 'tries of a transaction',
  'src/people/erase-person.ts triesMax': 'tries of a transaction',
  'src/http/bodies/body-room.ts smallMax': 'divides the room of bodies',
  'src/http/bodies/drain-leftover.ts leftoverMax': 'what is read and dropped after an answer',
  'src/events/refused/note-refused-emit.ts pathsMax': 'bounds what is kept of a rejection',
  'src/events/refused/refused-emits.ts waitingMax': 'rejections that wait to be recorded',
  'src/events/emit/refusal-reads.ts namesMax': 'names of types among which a refusal looks for the one that was meant',
  'src/events/emit/take-hours.ts waitsMax': 'held addresses that one second of scheduled mail waits for',
  'src/events/emit/take-in-hand.ts attemptsMax': 'attempts at once; other messages wait for a turn',
  'src/http/connections/give-way-between-requests.ts beginsMax': 'requests that begin in one round of the event loop',
  'src/http/connections/pipelining-room.ts waitingMax':
    'requests that one connection sends ahead, which no HTTP client does',
  'src/ground/errors/field-errors.ts escapedMax': 'bounds the bytes of an error that is shown',
  'src/http/json/measure-json.ts keyBytesMax': 'bounds the keys of bodies that break every other rule',
  'src/ground/config/secret-files.ts bytesMax': 'files of the operator',
  'src/ground/log/log-output.ts writeMax': 'the log',
  'src/ground/log/log-output.ts repeatsMax': 'the log',
  'src/ground/log/log-output.ts waitingBytesMax': 'the log',
  'src/ground/time/local-day.ts quarterHoursMax': 'the length of a day',
  'src/ground/log/log-pretty.ts valueMax': 'the log',
  'src/ground/log/log-pretty.ts lineMax': 'the log',
  'src/ground/log/log-pretty.ts stackFramesMax': 'the log',
  'src/ground/log/log.ts depthMax': 'the log',
  'src/ground/log/log.ts causesMax': 'the log',
  'src/ground/input/near-name.ts lengthMax': 'bounds the search for a suggestion',
  'src/ground/input/near-name.ts candidatesMax': 'bounds the search for a suggestion',
  'src/ground/input/near-name.ts comparisonsMax': 'bounds the search for a suggestion',
  'src/ground/input/near-name.ts distanceMax': 'bounds the search for a suggestion',
  'src/platforms/keys/key-uses.ts notedMax': 'bounds the memory of a process',
  'src/platforms/list-platforms.ts searchMaxLength': 'operators alone',
  'src/workspaces/list-workspaces.ts searchMaxLength': 'GraphQL alone',
  'src/event-types/list-event-types.ts searchMaxLength': 'GraphQL alone',
  'src/start-service.ts namedMax': 'bounds what a line of the log names',
  'src/platforms/sessions/failed-sign-ins.ts failedSignInsMax': 'the console alone',
  'src/platforms/platform-input.ts integerMax': 'operators alone',
  'src/platforms/limits/request-limit.ts blockMax': 'how processes share the limit',
  'src/platforms/limits/request-limit.ts processesMax': 'how processes share the limit',
  'src/ground/input/reserved-names.ts pathsMax': 'bounds what is told, as answers do',
  'src/sending-domain/domain-refusal.ts namedMax': 'bounds one message',
  'src/sending-domain/judge-record.ts foundMaxLength': 'cuts what DNS said',
  'src/templates/drafts/check-draft-size.ts draftMaxBytes': 'the size of the body, for GraphQL',
  'src/templates/drafts/check-draft-size.ts maxDepth': 'beyond the levels of JSON',
  'emails/check/diff-templates.ts MAX_CHANGES': 'GraphQL alone',
  'src/templates/drafts/create-template-draft.ts draftsMax': 'GraphQL alone',
  'src/templates/drafts/draft-input.ts integerMax': 'GraphQL alone',
  'src/templates/drafts/draft-input.ts nameMaxLength': 'GraphQL alone',
  'src/templates/preview/list-template-payloads.ts payloadsMax': 'GraphQL alone',
  'src/templates/versions/version-note.ts noteMaxLength': 'GraphQL alone',
  'src/templates/versions/list-template-versions.ts pageMaxBytes': 'GraphQL alone: REST lists no content',
  'src/templates/template-input.ts maxDepth': 'beyond the levels of JSON',
  'src/templates/trials/try-template.ts htmlBytesMax': 'GraphQL alone',
  'src/webhooks/delivery/breaker.ts pauseSecondsMax': 'delivery, told with the webhooks',
  'src/webhooks/delivery/breaker.ts doublingsMax': 'keeps a power small',
  'src/webhooks/delivery/endpoint-window.ts aheadMax': 'claims of one process',
  'src/webhooks/delivery/endpoint-window.ts uncommittedMax': 'results of one process',
};

/** Constants that the rows of words check under another form than their number. */
export const shownElsewhere: readonly string[] = [
  'src/http/request-room.ts waitMax',
  'src/http/bodies/read-body.ts idleMax',
  'src/http/bodies/read-body.ts smallChunksMax',
  'src/webhooks/endpoints/create-endpoint.ts maxEndpoints',
  'src/webhooks/secrets/create-secret.ts maxSecrets',
  'src/event-types/check-fields.ts maxLevels',
  'src/events/emit/emit-input.ts keyMaxLength',
];
