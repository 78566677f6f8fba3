/**
 * Objects of other nouns that an object names; null: deleted. Those of one page are read together (load-together.ts).
 */
import type { GraphQLResolveInfo } from 'graphql';
import { findContactsById } from '../src/contacts/find-contacts-by-id.ts';
import type { Ctx, Viewer } from '../src/context.ts';
import { findEventTypesById } from '../src/event-types/find-event-types-by-id.ts';
import { findEventsById } from '../src/events/find-events-by-id.ts';
import { findMessagesById } from '../src/messages/find-messages-by-id.ts';
import { findOriginals, findResends } from '../src/messages/find-resends.ts';
import { currentVersions } from '../src/templates/versions/find-template-versions-by-id.ts';
import { findWorkspacesById } from '../src/workspaces/find-workspaces-by-id.ts';
import { builder, tenant } from './builder.ts';
import type { RowQuery } from './connection.ts';
import { Contact } from './contact.ts';
import { Event } from './event.ts';
import { EventType } from './event-type.ts';
import { FigureGroup } from './figures.ts';
import { loadTogether } from './load-together.ts';
import { Message } from './message.ts';
import { TemplateVersion } from './template.ts';
import { loadTemplateVersions } from './template-versions.ts';
import { Workspace } from './workspace.ts';

type Named = string | null | undefined;

/** A field that returns the row of an id; `read` gets the columns and relations that the request selects. */
const rowOf =
  <Row extends { readonly id: string }>(
    what: string,
    read: (ctx: Ctx, ids: readonly string[], query: RowQuery) => Promise<readonly Row[]>,
  ) =>
  async (viewer: Viewer, info: GraphQLResolveInfo, id: Named): Promise<Row | null> =>
    id == null
      ? null
      : loadTogether(viewer, info, {
          what,
          id,
          returned: true,
          read: (ids, query) => read(tenant(viewer), ids, query),
        });

export const workspaceOf = rowOf('workspace', findWorkspacesById);
export const contactOf = rowOf('contact', findContactsById);
const eventTypeOf = rowOf('event type', findEventTypesById);
export const messageOf = rowOf('message', findMessagesById);

/** The row of an event, of which a record shows only a part. */
const eventOf = (viewer: Viewer, info: GraphQLResolveInfo, id: string) =>
  loadTogether(viewer, info, { what: 'event', id, read: (ids) => findEventsById(tenant(viewer), ids) });

const descriptions = {
  workspace: 'The workspace that it belongs to; null after the deletion of the workspace.',
  contact: 'The contact as it is now; null without one, or after its deletion.',
  eventType: 'The event type as it is now; null after its deletion.',
};

builder.objectFields(Event, (t) => ({
  workspace: t.field({
    type: Workspace,
    nullable: true,
    description: descriptions.workspace,
    resolve: async ({ id }, _args, viewer, info) =>
      workspaceOf(viewer, info, (await eventOf(viewer, info, id))?.workspaceId),
  }),
  contact: t.field({
    type: Contact,
    nullable: true,
    description: descriptions.contact,
    resolve: ({ contact }, _args, viewer, info) => contactOf(viewer, info, contact?.id),
  }),
  eventType: t.field({
    type: EventType,
    nullable: true,
    description: descriptions.eventType,
    resolve: async ({ id }, _args, viewer, info) =>
      eventTypeOf(viewer, info, (await eventOf(viewer, info, id))?.eventTypeId),
  }),
}));

builder.prismaObjectFields('Message', (t) => ({
  workspace: t.field({
    type: Workspace,
    nullable: true,
    description: descriptions.workspace,
    select: { workspaceId: true },
    resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
  }),
  contact: t.field({
    type: Contact,
    nullable: true,
    description: descriptions.contact,
    select: { contactId: true },
    resolve: ({ contactId }, _args, viewer, info) => contactOf(viewer, info, contactId),
  }),
  eventType: t.field({
    type: EventType,
    nullable: true,
    description: descriptions.eventType,
    select: { eventTypeId: true },
    resolve: ({ eventTypeId }, _args, viewer, info) => eventTypeOf(viewer, info, eventTypeId),
  }),
  templateVersion: t.field({
    type: TemplateVersion,
    nullable: true,
    description: 'The saved version that was current at the emit; null after the deletion of its event type.',
    select: { templateVersionId: true },
    resolve: ({ templateVersionId }, _args, viewer, info) => loadTemplateVersions(viewer, info, templateVersionId),
  }),
}));

builder.prismaObjectFields('WebhookEndpoint', (t) => ({
  workspace: t.field({
    type: Workspace,
    nullable: true,
    description:
      'The only workspace whose webhooks it receives; null: all, or it was deleted and nothing comes any more (`workspaceId`).',
    select: { workspaceId: true },
    resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
  }),
}));

builder.prismaObjectFields('Webhook', (t) => ({
  workspace: t.field({
    type: Workspace,
    nullable: true,
    description: 'The workspace of the occurrence; null for an occurrence of the platform, or after its deletion.',
    select: { workspaceId: true },
    resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
  }),
  message: t.field({
    type: Message,
    nullable: true,
    description: 'The message that the webhook tells of; null for other occurrences, and 90 days after the emit.',
    select: { messageId: true },
    resolve: ({ messageId }, _args, viewer, info) => messageOf(viewer, info, messageId),
  }),
  contact: t.field({
    type: Contact,
    nullable: true,
    description: descriptions.contact,
    select: { contactId: true },
    resolve: ({ contactId }, _args, viewer, info) => contactOf(viewer, info, contactId),
  }),
}));

builder.objectFields(FigureGroup, (t) => ({
  workspace: t.field({
    type: Workspace,
    nullable: true,
    description: 'The workspace of the messages; null after its deletion, or without the dimension.',
    resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
  }),
  eventType: t.field({
    type: EventType,
    nullable: true,
    description: 'The event type of the messages; null after its deletion, or without the dimension.',
    resolve: ({ eventTypeId }, _args, viewer, info) => eventTypeOf(viewer, info, eventTypeId),
  }),
  templateVersion: t.field({
    type: TemplateVersion,
    nullable: true,
    description: 'The saved version that rendered the messages; null after its deletion, or without the dimension.',
    resolve: ({ templateVersionId }, _args, viewer, info) =>
      templateVersionId === null ? null : loadTemplateVersions(viewer, info, templateVersionId),
  }),
}));

builder.prismaObjectFields('Contact', (t) => ({
  workspace: t.relation('workspace', { description: 'The customer whose contact the person is.' }),
}));

builder.prismaObjectFields('Suppression', (t) => ({
  workspace: t.relation('workspace', { nullable: true, description: 'Workspace of its cause; null: platform-wide.' }),
}));

builder.prismaObjectFields('Erasure', (t) => ({
  workspace: t.relation('workspace', { description: 'The workspace in which the person is erased.' }),
}));

builder.prismaObjectFields('Import', (t) => ({
  workspace: t.relation('workspace', { description: 'The customer into whose people the file is written.' }),
}));

builder.prismaObjectFields('EventType', (t) => ({
  template: t.field({
    type: TemplateVersion,
    nullable: true,
    description: 'The live version of its template; null: an emit of the type sends no mail.',
    select: { id: true, templateVersion: true },
    resolve: async ({ id, templateVersion }, _args, viewer, info) => {
      if (templateVersion === null) return null;
      const read = (ids: readonly string[]) => currentVersions(tenant(viewer), ids);
      const current = await loadTogether(viewer, info, { what: 'live version', id, read });
      return current && loadTemplateVersions(viewer, info, current.versionId);
    },
  }),
}));

builder.prismaObjectFields('TemplateVersion', (t) => ({
  eventType: t.relation('eventType', { description: 'The event type whose emails the version renders.' }),
}));

builder.prismaObjectFields('Message', (t) => ({
  resendOf: t.field({
    type: Message,
    nullable: true,
    description: 'The earlier message whose content this one sends again; null for the message of an emit.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const read = (ids: readonly string[]) => findOriginals(tenant(viewer), ids);
      return messageOf(viewer, info, (await loadTogether(viewer, info, { what: 'original', id, read }))?.originalId);
    },
  }),
  resends: t.field({
    type: [Message],
    description: 'Later messages that send this content again, newest first; at most 20.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const found = await loadTogether(viewer, info, {
        what: 'resends',
        id,
        returned: true,
        read: (ids, query) => findResends(tenant(viewer), ids, query),
      });
      return [...(found?.resends ?? [])];
    },
  }),
}));
