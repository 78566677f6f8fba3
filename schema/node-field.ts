/** The query that finds any object by its id, for a page that knows no more than an id from a log or a webhook. */
import type { GraphQLResolveInfo } from 'graphql';
import { findContact } from '../src/contacts/find-contact.ts';
import type { Ctx, Viewer } from '../src/context.ts';
import { findEventTypesById } from '../src/event-types/find-event-types-by-id.ts';
import { findEvent } from '../src/events/find-event.ts';
import { findFile } from '../src/files/find-file.ts';
import { DomainError } from '../src/ground/errors/errors.ts';
import { findImport } from '../src/imports/find-import.ts';
import { findMessage } from '../src/messages/find-message.ts';
import { findErasure } from '../src/people/find-erasure.ts';
import { findPicture } from '../src/pictures/find-picture.ts';
import { findPlatform } from '../src/platforms/find-platform.ts';
import { findApiKey } from '../src/platforms/keys/find-api-key.ts';
import { type Located, type LocatedType, locateId } from '../src/platforms/locate-id.ts';
import { findSendingDomain } from '../src/sending-domain/find-sending-domain.ts';
import { findSuppressionsById } from '../src/suppressions/find-suppressions-by-id.ts';
import { findTemplateDraft } from '../src/templates/drafts/find-template-draft.ts';
import { findTemplateVersionsById } from '../src/templates/versions/find-template-versions-by-id.ts';
import { findWorkspace } from '../src/tenant/find-workspace.ts';
import { findEndpoint } from '../src/webhooks/endpoints/find-endpoint.ts';
import { findWebhook } from '../src/webhooks/find-webhook.ts';
import { listSecrets } from '../src/webhooks/secrets/list-secrets.ts';
import { builder, tenant } from './builder.ts';
import { type RowQuery, rowQuery } from './connection.ts';
import { workCost } from './field-cost.ts';
import { requireNeeds } from './needs.ts';
import { asNode, Node } from './node.ts';
import { typeNeeds } from './scopes.ts';
import { withinAnswer } from './within-answer.ts';

interface Wanted {
  readonly ctx: Ctx;
  readonly viewer: Viewer;
  readonly id: string;
  /** The workspace of a row that belongs to one. */
  readonly workspace: string;
  readonly query: RowQuery;
}

type Found = { readonly id: string } | null | undefined;

const finders: Readonly<Record<LocatedType, (wanted: Wanted) => Promise<Found>>> = {
  ApiKey: ({ ctx, id, query }) => findApiKey(ctx.app, { platformId: ctx.platformId, id }, query),
  Contact: ({ ctx, id, workspace, query }) => findContact(ctx, workspace, id, query),
  Erasure: ({ ctx, id, workspace, query }) => findErasure(ctx, workspace, id, query),
  Event: ({ ctx, id, workspace }) => findEvent(ctx, workspace, id),
  EventType: async ({ ctx, id, query }) => (await findEventTypesById(ctx, [id], query))[0],
  File: ({ ctx, id, query }) => findFile(ctx, id, query),
  Import: ({ ctx, id, workspace, query }) => findImport(ctx, workspace, id, query),
  Message: ({ ctx, id, workspace, query }) => findMessage(ctx, workspace, id, query),
  Picture: ({ ctx, id, query }) => findPicture(ctx, id, query),
  Platform: ({ ctx, id, query }) => findPlatform(ctx.app, id, query),
  SendingDomain: ({ ctx, query }) => findSendingDomain(ctx, query),
  Suppression: async ({ ctx, id, query }) => (await findSuppressionsById(ctx, [id], query))[0],
  TemplateDraft: ({ ctx, viewer, id, query }) => withinAnswer(viewer, () => findTemplateDraft(ctx, id, query)),
  TemplateVersion: ({ ctx, viewer, id, query }) =>
    withinAnswer(viewer, async () => (await findTemplateVersionsById(ctx, [id], query))[0]),
  Webhook: ({ ctx, id, query }) => findWebhook(ctx, id, query),
  WebhookEndpoint: ({ ctx, id, query }) => findEndpoint(ctx, id, query),
  WebhookSecret: async ({ ctx, id, query }) => (await listSecrets(ctx, query)).find((secret) => secret.id === id),
  Workspace: ({ ctx, id, query }) => findWorkspace(ctx, id, query),
};

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    complexity: { field: workCost.node, multiplier: 1 },
    description:
      'Finds an object of the platform by its id, whatever its type; null when no object that can still be read has the id. Costs as much as 10 fields.',
    args: { id: t.arg.id({ required: true, description: 'An id as REST, webhooks and logs show it.' }) },
    resolve: async (_root, { id }, viewer, info) => {
      const ctx = tenant(viewer);
      const located = await locateId(ctx, id);
      return located && findNode(viewer, info, located);
    },
  }),
);

/** Reads a row that was located; null when it can no longer be read. */
export async function findNode(viewer: Viewer, info: GraphQLResolveInfo, { id, type, workspaceId }: Located) {
  requireNeeds(viewer, typeNeeds[type] ?? []);
  const query = type === 'Event' ? {} : rowQuery(viewer, info, type);
  const wanted = { ctx: tenant(viewer), viewer, id, workspace: workspaceId ?? '', query };
  const found = await finders[type](wanted).catch((error: unknown) => {
    // Rows of a deleted workspace, and rows beyond their lifetime.
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
  if (!found) return null;
  return asNode(found, type);
}
