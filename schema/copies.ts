/** A mail with copies (docs/rules.md#copies): its event, and its messages among each other. */
import { findEventRecords } from '../src/events/find-event-records.ts';
import { toEmitRecord } from '../src/events/to-emit-record.ts';
import { findCopies } from '../src/messages/find-copies.ts';
import { builder, tenant } from './builder.ts';
import { Event, EventCopy } from './event.ts';
import { loadTogether } from './load-together.ts';
import { Message } from './message.ts';
import { messageOf } from './relations.ts';

builder.objectFields(EventCopy, (t) => ({
  message: t.field({
    type: Message,
    nullable: true,
    description: 'The message as it is now; null after an erasure of the person.',
    resolve: ({ id }, _args, viewer, info) => messageOf(viewer, info, id),
  }),
}));

builder.prismaObjectFields('Message', (t) => ({
  event: t.field({
    type: Event,
    description: 'The emit that caused the message.',
    select: {
      id: true,
      state: true,
      templateVersionId: true,
      fellBack: true,
      simulation: true,
      event: {
        select: {
          id: true,
          type: true,
          idempotencyKey: true,
          contactId: true,
          contactReference: true,
          metadata: true,
          createdAt: true,
          copyOf: true,
        },
      },
    },
    resolve: async ({ event, ...message }, _args, viewer, info) => {
      const { copyOf: id } = event;
      const own = toEmitRecord(event, message, null);
      if (id === null) return own;
      // The event of a copy is that of its mail; the removal of old rows may have taken it first.
      const read = (ids: readonly string[]) => findEventRecords(tenant(viewer), ids);
      return (await loadTogether(viewer, info, { what: 'event of a copy', id, read })) ?? own;
    },
  }),
  copyOf: t.field({
    type: Message,
    nullable: true,
    description:
      'The message to the recipient of the emit whose mail this copy is; null for what is no copy, or sends one again.',
    select: { primaryId: true },
    resolve: ({ primaryId }, _args, viewer, info) => messageOf(viewer, info, primaryId),
  }),
  copies: t.field({
    type: [Message],
    nullable: true,
    description: 'The copies of its mail, cc before bcc, at most 10; null when there are none.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const found = await loadTogether(viewer, info, {
        what: 'copies',
        id,
        returned: true,
        read: (ids, query) => findCopies(tenant(viewer), ids, query),
      });
      return found && [...found.copies];
    },
  }),
}));
