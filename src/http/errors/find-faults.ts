/**
 * Finds the faults that verbs report for requests which rest/openapi.yaml rejects already, so that the response has
 * both (docs/rules.md#order-of-checks). Nothing is written. By operationId; an operation that is missing here has no
 * rule beyond the OpenAPI file.
 */
import { definitionCreate, definitionUpdate } from '../../attributes/definition-input.ts';
import { readBrand } from '../../brand/brand-input.ts';
import { findContactFaults, findContactsFaults } from '../../contacts/find-contact-faults.ts';
import type { Ctx } from '../../context.ts';
import { checkFields } from '../../event-types/check-fields.ts';
import { checkContentDays } from '../../event-types/content-days.ts';
import { readExamples } from '../../event-types/event-type-examples.ts';
import { readTopic } from '../../event-types/event-type-topic.ts';
import { findBatchFaults, findItemFaults } from '../../events/batch/find-batch-faults.ts';
import { type EmitFinding, findEmitFaults } from '../../events/emit/find-emit-faults.ts';
import { fileInput } from '../../files/file-input.ts';
import type { FieldErrors } from '../../ground/errors/field-errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { isRecord, parseInput } from '../../ground/input/input.ts';
import { apiKeyCreate, apiKeyUpdate } from '../../platforms/platform-input.ts';
import { sendingDomainInput } from '../../sending-domain/sending-domain-input.ts';
import { suppressInput } from '../../suppressions/suppress-by-hand.ts';
import { readNote } from '../../suppressions/suppression-note.ts';
import { findPreviewFaults, findTemplateFaults } from '../../templates/find-template-faults.ts';
import { findLayoutFaults } from '../../templates/layouts/layout-input.ts';
import { readTranslations } from '../../templates/translation-files/translate-template.ts';
import { topicCreate, topicUpdate, topicWords } from '../../topics/topic-input.ts';
import { findEndpointFaults } from '../../webhooks/endpoints/find-endpoint-faults.ts';
import { requireType } from '../../webhooks/endpoints/send-test-webhook.ts';
import { redeliverInput } from '../../webhooks/redelivery/redeliver-failed.ts';
import { workspaceCreate, workspaceUpdate } from '../../workspaces/workspace-input.ts';

type Input = Readonly<Record<string, unknown>>;

/** The variables of an operation's document, in the verb's spelling; path parameters are strings. */
interface Request {
  readonly ctx: Ctx;
  /** The variable `input`; all variables where the document has one for each field of the body. */
  readonly input: Input;
  readonly path: (name: string) => string;
}

type Finder = (request: Request) => FieldErrors | Promise<FieldErrors>;

const finders: Readonly<Record<string, Finder>> = {
  createWorkspace: ({ input }) => faultsThrown(() => parseInput(workspaceCreate, input)),
  updateWorkspace: ({ input }) => faultsThrown(() => parseInput(workspaceUpdate, input)),
  createAttributeDefinition: ({ input }) => faultsThrown(() => parseInput(definitionCreate, input)),
  updateAttributeDefinition: ({ input }) => faultsThrown(() => parseInput(definitionUpdate, input)),
  createTopic: ({ input }) => faultsThrown(() => parseInput(topicCreate, input)),
  updateTopic: ({ input }) => faultsThrown(() => parseInput(topicUpdate, input)),
  saveWorkspaceTopic: ({ input }) => faultsThrown(() => parseInput(topicWords, input)),
  saveEventType: async ({ ctx, input }) => ({
    ...(await faultsThrown(() => checkFields(input.fields))),
    ...(await faultsThrown(() => checkContentDays(ctx.app, input.contentDays))),
    ...(await faultsThrown(() => readExamples(input.examples))),
    ...(await faultsThrown(() => readTopic(input.topic))),
  }),
  saveLayout: ({ ctx, input, path }) => findLayoutFaults(ctx, path('name'), input),
  previewLayout: ({ ctx, input, path }) => findLayoutFaults(ctx, path('name'), input),
  saveBrand: ({ input }) => faultsThrown(() => readBrand(input)),
  saveSendingDomain: ({ input }) => faultsThrown(() => parseInput(sendingDomainInput, input)),
  emitEvent: ({ ctx, input, path }) => findEmitFaults(ctx, path('workspace'), input),
  emitEvents: ({ ctx, input, path }) => findBatchFaults(ctx, path('workspace'), input.events),
  emitPlatformEvents: ({ ctx, input }) => findBatchFaults(ctx, null, input.events),
  upsertContact: ({ ctx, input, path }) => findContactFaults(ctx, path('workspace'), path('contact'), input),
  upsertContacts: ({ ctx, input }) => findContactsFaults(ctx, input.contacts),
  saveTemplate: ({ ctx, input, path }) => findTemplateFaults(ctx, path('name'), input),
  translateTemplate: ({ ctx, input }) => faultsThrown(() => readTranslations(ctx, input)),
  previewTemplate: ({ ctx, input, path }) => findPreviewFaults(ctx, path('name'), input),
  createFile: ({ ctx, input }) => faultsThrown(() => parseInput(fileInput(ctx.app.clock.now()), input)),
  createWebhookEndpoint: ({ ctx, input }) => findEndpointFaults(ctx, input),
  updateWebhookEndpoint: ({ ctx, input }) => findEndpointFaults(ctx, input),
  testWebhookEndpoint: ({ input: { type } }) => faultsThrown(() => typeof type === 'string' && requireType(type)),
  redeliverFailedWebhooks: ({ ctx, input }) =>
    faultsThrown(() => parseInput(redeliverInput(ctx.app.clock.now()), input)),
  suppressAddress: ({ input }) => faultsThrown(() => parseInput(suppressInput, input)),
  liftSuppressionWithNote: ({ input }) => faultsThrown(() => readNote(input.note)),
  createKey: ({ ctx, input }) => faultsThrown(() => parseInput(apiKeyCreate(ctx.app.clock.now()), input)),
  updateKey: ({ ctx, input }) => faultsThrown(() => parseInput(apiKeyUpdate(ctx.app.clock.now()), input)),
};

export async function findFaults(ctx: Ctx, operationId: string, variables: Input): Promise<FieldErrors> {
  const finder = finders[operationId];
  const { input = variables } = variables;
  if (!finder || !isRecord(input)) return {};
  return finder({ ctx, input, path: (name) => String(variables[name]) });
}

/**
 * The faults of each item of a batch, in their order, or the error of an item that comes before them; null for other
 * operations. `variables` has the items that rest/openapi.yaml rejects.
 */
export async function findItemFindings(
  ctx: Ctx,
  operationId: string,
  { workspace, input }: Input,
): Promise<readonly EmitFinding[] | null> {
  if (!batchesOfEmits.includes(operationId) || !isRecord(input) || !Array.isArray(input.events)) return null;
  return findItemFaults(ctx, workspace === undefined ? null : String(workspace), input.events);
}

/** Operations that emit several events. */
export const batchesOfEmits: readonly string[] = ['emitEvents', 'emitPlatformEvents'];
