/** Event types: the kinds of events on the caller's platform, with typed fields. */

import { deleteEventType } from '../src/event-types/delete-event-type.ts';
import type { EventField } from '../src/event-types/event-field.ts';
import { eventTypeTag } from '../src/event-types/event-type-tag.ts';
import { findEventType } from '../src/event-types/find-event-type.ts';
import { countEventTypes, listEventTypes } from '../src/event-types/list-event-types.ts';
import { saveEventType } from '../src/event-types/save-event-type.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { EventTypeExampleInput } from './event-type-example.ts';
import { EventFieldInput, EventFieldRef, fieldsUsual, withoutNulls } from './event-type-field.ts';
import { workCost } from './field-cost.ts';
import { ifMatchArgument } from './if-match.ts';
import { Node } from './node.ts';
import { inRest, isForRest } from './rest-types.ts';
import { fromArg, untilArg } from './time-range.ts';

const byName = {
  keyOf: ({ name }: { readonly name: string }) => name,
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
};

const nameArgument = 'Identifier such as order.shipped: 1 to 128 letters, digits, dots, hyphens or underscores.';

export const EventType = builder.prismaObject('EventType', {
  description: "A kind of event on the caller's platform, with its payload fields.",
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Id assigned by the service, a ULID; the name identifies the type in requests.',
    }),
    name: t.exposeString('name', { description: 'Name, unique on the platform, such as order.shipped.' }),
    fields: t.field({
      type: [EventFieldRef],
      extensions: inRest('JSON'),
      complexity: { field: workCost.entries, multiplier: fieldsUsual },
      description: 'Payload fields that the next emit must match.',
      // Versions only grow, so the newest is the current one.
      select: { versions: { select: { fields: true }, orderBy: { version: 'desc' }, take: 1 } },
      // Only the save writes the column, in this shape.
      resolve: ({ versions }) => (versions[0]?.fields ?? []) as unknown as EventField[],
    }),
    contentDays: t.exposeInt('contentDays', {
      nullable: true,
      description:
        'Days for which payloads and mails are kept; 0: until the message has ended, and never shown. Null: as long as the service keeps any content.',
    }),
    topic: t.exposeString('topic', {
      nullable: true,
      description:
        'Key of the topic of its mail, which then goes to contacts alone that want it; null: transactional mail.',
    }),
    etag: t.string({
      description: 'Tag of the present state, for `ifMatch`; every change gives another.',
      select: { id: true, currentVersion: true },
      resolve: eventTypeTag,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first save.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change of the fields.' }),
  }),
});

builder.queryFields((t) => ({
  eventTypes: t.connection(
    {
      type: EventType,
      description: 'All event types of the platform, sorted by name.',
      args: {
        search: t.arg.string({ description: 'Part of the name, in any case; up to 128 characters.' }),
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { search, from, until, ...args }, viewer, info) => {
        const filter = { search, from, until };
        const read = (window: PageWindow, query: RowQuery) => listEventTypes(tenant(viewer), filter, window, query);
        const count = (limit: number) => countEventTypes(tenant(viewer), filter, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byName);
      },
    },
    { name: 'EventTypeConnection' },
    { name: 'EventTypeEdge' },
  ),
  eventType: t.prismaField({
    type: 'EventType',
    description: 'Reads an event type with its fields; not_found when the platform has none of this name.',
    args: { name: t.arg.string({ required: true, description: nameArgument }) },
    resolve: (query, _root, { name }, viewer) => findEventType(tenant(viewer), name, query),
  }),
}));

const EventTypeSaveInput = builder.inputType('EventTypeSaveInput', {
  description:
    'Input of eventTypeSave: the whole list of payload fields, how long content is kept, the topic, and examples.',
  fields: (t) => ({
    fields: t.field({
      type: [EventFieldInput],
      required: true,
      extensions: inRest('JSON'),
      description: 'At most 100 fields in all, in at most three levels.',
    }),
    contentDays: t.int({
      description:
        'Days for which payloads and mails of later emits are kept, 0 to 90 and at most as many as the service keeps any; null: as many. Omitted: unchanged.',
    }),
    topic: t.string({
      description:
        'Key of a topic of the platform, to which the mail of later emits belongs: it goes to contacts alone that are subscribed and have not left the topic. Null: transactional mail. Omitted: unchanged.',
    }),
    examples: t.field({
      type: [EventTypeExampleInput],
      extensions: inRest('JSON'),
      description:
        'At most 10 examples of together 32,768 bytes, which the fields must accept; they replace those there are, and null or an empty list removes all. Omitted: unchanged.',
    }),
  }),
});

const EventTypeSavePayload = builder
  .objectRef<{ readonly created: boolean; readonly name: string }>('EventTypeSavePayload')
  .implement({
    description: 'The saved event type, and whether the request created it.',
    fields: (t) => ({
      created: t.exposeBoolean('created', {
        description: 'True when the request created the event type, false when it replaced the fields.',
      }),
      eventType: t.prismaField({
        type: 'EventType',
        description: 'The event type with the fields that the next emit must match.',
        resolve: (query, { name }, _args, viewer) => findEventType(tenant(viewer), name, query),
      }),
    }),
  });

const EventTypeDeletePayload = builder.objectRef<{ readonly name: string }>('EventTypeDeletePayload').implement({
  description: 'The deleted event type, of which only the name remains.',
  fields: (t) => ({
    deletedEventTypeName: t.exposeString('name', {
      description: 'The deleted name; a new event type can take the name at once.',
    }),
  }),
});

builder.mutationFields((t) => ({
  eventTypeSave: t.field({
    type: EventTypeSavePayload,
    description:
      'Creates an event type or replaces its fields. A field that the current template reads cannot be removed. Errors: precondition_failed.',
    args: {
      name: t.arg.string({ required: true, description: nameArgument }),
      input: t.arg({
        type: EventTypeSaveInput,
        required: true,
        description: 'The complete list of payload fields; fields that the list lacks are removed.',
      }),
      ifMatch: t.arg.stringList({ description: ifMatchArgument }),
    },
    resolve: async (_root, { name, input, ifMatch }, viewer, info) => {
      // A console sends back the nulls that it has read; REST rejects them.
      const fields = isForRest(info) ? input.fields : input.fields.map(withoutNulls);
      const { contentDays, examples, topic } = input;
      const content = { fields, contentDays, examples, topic };
      const saved = await saveEventType(tenant(viewer), { name, input: content, ifMatch });
      return { ...saved, name };
    },
  }),
  eventTypeDelete: t.field({
    type: EventTypeDeletePayload,
    description:
      'Deletes an event type with its template. Errors: precondition_failed; event_type_in_use, while one of its messages is queued, sending or sent.',
    args: {
      name: t.arg.string({ required: true, description: nameArgument }),
      ifMatch: t.arg.stringList({ description: ifMatchArgument }),
    },
    resolve: async (_root, { name, ifMatch }, viewer) => {
      await deleteEventType(tenant(viewer), name, ifMatch);
      return { name };
    },
  }),
}));
