/**
 * Finds the faults that verbs report for requests which rest/openapi.yaml rejects already, so that the response has
 * both (docs/rules.md#order-of-checks). Nothing is written. By operationId; an operation that is missing here has no
 * rule beyond the OpenAPI file.
 */
import { definitionCreate, definitionUpdate } from '../attributes/definition-input.ts';
import { findBatchFaults, findContactFaults } from '../contacts/find-contact-faults.ts';
import type { Ctx } from '../context.ts';
import { checkFields } from '../event-types/check-fields.ts';
import { findEmitFaults } from '../events/emit/find-emit-faults.ts';
import type { FieldErrors } from '../ground/field-errors.ts';
import { faultsThrown } from '../ground/gather-faults.ts';
import { isRecord, parseInput } from '../ground/input.ts';
import { sendingDomainInput } from '../sending-domain/sending-domain-input.ts';
import { findPreviewFaults, findTemplateFaults } from '../templates/find-template-faults.ts';
import { findEndpointFaults } from '../webhooks/endpoints/find-endpoint-faults.ts';
import { workspaceCreate, workspaceUpdate } from '../workspaces/workspace-input.ts';

type Input = Readonly<Record<string, unknown>>;

/** The variables of an operation's document, in the verb's spelling; path parameters are strings. */
interface Request {
  readonly ctx: Ctx;
  readonly input: Input;
  readonly path: (name: string) => string;
}

type Finder = (request: Request) => FieldErrors | Promise<FieldErrors>;

const finders: Readonly<Record<string, Finder>> = {
  createWorkspace: ({ input }) => faultsThrown(() => parseInput(workspaceCreate, input)),
  updateWorkspace: ({ input }) => faultsThrown(() => parseInput(workspaceUpdate, input)),
  createAttributeDefinition: ({ input }) => faultsThrown(() => parseInput(definitionCreate, input)),
  updateAttributeDefinition: ({ input }) => faultsThrown(() => parseInput(definitionUpdate, input)),
  saveEventType: ({ input }) => faultsThrown(() => checkFields(input.fields)),
  saveSendingDomain: ({ input }) => faultsThrown(() => parseInput(sendingDomainInput, input)),
  emitEvent: ({ ctx, input, path }) => findEmitFaults(ctx, path('workspace'), input),
  upsertContact: ({ ctx, input, path }) => findContactFaults(ctx, path('workspace'), path('contact'), input),
  upsertContacts: ({ ctx, input }) => findBatchFaults(ctx, input.contacts),
  saveTemplate: ({ ctx, input, path }) => findTemplateFaults(ctx, path('name'), input),
  previewTemplate: ({ ctx, input, path }) => findPreviewFaults(ctx, path('name'), input),
  createWebhookEndpoint: ({ ctx, input }) => findEndpointFaults(ctx, input),
  updateWebhookEndpoint: ({ ctx, input }) => findEndpointFaults(ctx, input),
};

export async function findFaults(ctx: Ctx, operationId: string, variables: Input): Promise<FieldErrors> {
  const finder = finders[operationId];
  const { input } = variables;
  if (!finder || !isRecord(input)) return {};
  return finder({ ctx, input, path: (name) => String(variables[name]) });
}
