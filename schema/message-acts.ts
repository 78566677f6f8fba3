/** What is done with a message by hand: it is sent again, or cancelled while it waits. */
import { type ResentMessage, resendMessage } from '../src/events/resend/resend-message.ts';
import { cancelMessage } from '../src/messages/cancel-message.ts';
import { type CancelledMessages, cancelMessages } from '../src/messages/cancel-messages.ts';
import { findMessage } from '../src/messages/find-message.ts';
import { findOriginals, findResends } from '../src/messages/find-resends.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { Message } from './message.ts';
import { messageOf } from './relations.ts';

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

const workspaceArgument = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const idArgument = {
  required: true,
  description: 'Id of a message of the last 90 days; not_found otherwise.',
} as const;

const MessageResendPayload = builder.objectRef<ResentMessage>('MessageResendPayload').implement({
  description: 'The message that sends the content again.',
  fields: (t) => ({
    message: t.prismaField({
      type: 'Message',
      description: 'The new message, or the earlier resend that has not ended without a delivery.',
      resolve: (query, { workspaceId, id }, _args, viewer) => findMessage(tenant(viewer), workspaceId, id, query),
    }),
    created: t.exposeBoolean('created', {
      description: 'False when the content was already sent again: this call sends nothing.',
    }),
  }),
});

interface WorkspaceMessage {
  readonly workspace: string;
  readonly id: string;
}

const MessageCancelPayload = builder.objectRef<WorkspaceMessage>('MessageCancelPayload').implement({
  description: 'The message that is not sent.',
  fields: (t) => ({
    message: t.prismaField({
      type: 'Message',
      description: 'The message in state failed, with the reason cancelled.',
      resolve: (query, { workspace, id }, _args, viewer) => findMessage(tenant(viewer), workspace, id, query),
    }),
  }),
});

const MessagesCancelFilter = builder.inputType('MessagesCancelFilter', {
  description: 'Narrows the waiting messages to cancel; without any field all of the workspace.',
  fields: (t) => ({
    eventType: t.string({ description: 'Only messages whose events have this type, such as order.shipped.' }),
    templateVersion: t.id({ description: 'Only messages that render the saved version with this id.' }),
    emittedBefore: t.field({ type: 'DateTime', description: 'Only messages of emits earlier than this instant.' }),
  }),
});

const MessagesCancelPayload = builder.objectRef<CancelledMessages>('MessagesCancelPayload').implement({
  description: 'One bounded step through the queue of a workspace.',
  fields: (t) => ({
    cancelled: t.exposeInt('cancelled', { description: 'Number of messages that this step ended, 0 to 500.' }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Value of `after` for the next step; null once the whole queue was examined.',
    }),
  }),
});

builder.mutationFields((t) => ({
  messageResend: t.field({
    type: MessageResendPayload,
    complexity: { field: workCost.resend, multiplier: 1 },
    description:
      'Sends the content of a message that bounced, failed, expired or was suppressed to the same address again, as a new event with a new message. The rules of an emit apply; the original keeps its state and reason. Repeated or simultaneous calls make one message, until that one has ended without a delivery too. Errors: message_not_resendable, content_gone (after its retention or an erasure, and for messages with attachments), address_suppressed, workspace_suspended, domain_not_sendable, recipient_rate_limited. Costs as much as 100 fields.',
    args: { workspace: t.arg.id(workspaceArgument), id: t.arg.id(idArgument) },
    resolve: (_root, { workspace, id }, viewer) => resendMessage(tenant(viewer), workspace, id),
  }),
  messageCancel: t.field({
    type: MessageCancelPayload,
    description:
      'Cancels a message that waits in the queue: it becomes failed with the reason cancelled, and message.failed is sent. Repeating the call changes nothing. Errors: message_not_waiting, once an attempt has begun or the message has ended.',
    args: { workspace: t.arg.id(workspaceArgument), id: t.arg.id(idArgument) },
    resolve: async (_root, { workspace, id }, viewer) => ({
      workspace,
      ...(await cancelMessage(tenant(viewer), workspace, id)),
    }),
  }),
  messagesCancel: t.field({
    type: MessagesCancelPayload,
    complexity: { field: workCost.messagesCancel, multiplier: 1 },
    description:
      'Cancels waiting messages of a workspace: one call examines up to 5,000 of them and cancels up to 500. Call again with endCursor until it is null. Messages that are being sent meanwhile stay. Costs as much as 1,000 fields.',
    args: {
      workspace: t.arg.id(workspaceArgument),
      filter: t.arg({
        type: MessagesCancelFilter,
        description: 'The messages to cancel; all that wait when left out.',
      }),
      after: t.arg.string({ description: 'Cursor of the step before; the start of the queue when left out.' }),
    },
    resolve: (_root, { workspace, filter, after }, viewer) =>
      cancelMessages(tenant(viewer), workspace, filter ?? {}, after ?? null),
  }),
}));
