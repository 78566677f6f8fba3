/** What is done with a message by hand: it is sent again, cancelled while it waits, or moved to another time. */
import { type ResentMessage, resendMessage } from '../src/events/resend/resend-message.ts';
import { cancelMessage } from '../src/messages/cancel-message.ts';
import { type CancelledMessages, cancelMessages } from '../src/messages/cancel-messages.ts';
import { findMessage } from '../src/messages/find-message.ts';
import { rescheduleMessage } from '../src/messages/reschedule-message.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { inRest } from './rest-types.ts';

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

const MessageReschedulePayload = builder.objectRef<WorkspaceMessage>('MessageReschedulePayload').implement({
  description: 'The message that leaves at another time.',
  fields: (t) => ({
    message: t.prismaField({
      type: 'Message',
      description: 'The message in state scheduled, with its new sendAt.',
      resolve: (query, { workspace, id }, _args, viewer) => findMessage(tenant(viewer), workspace, id, query),
    }),
  }),
});

const MessagesCancelFilter = builder.inputType('MessagesCancelFilter', {
  description: 'Narrows the waiting and scheduled messages to cancel; without any field all of the workspace.',
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
      'Cancels a message that waits in the queue or leaves later: it becomes failed with the reason cancelled, and message.failed is sent. Repeating the call changes nothing. Errors: message_not_waiting, once an attempt has begun or the message has ended.',
    args: { workspace: t.arg.id(workspaceArgument), id: t.arg.id(idArgument) },
    resolve: async (_root, { workspace, id }, viewer) => ({
      workspace,
      ...(await cancelMessage(tenant(viewer), workspace, id)),
    }),
  }),
  messageReschedule: t.field({
    type: MessageReschedulePayload,
    description:
      'Moves a message that leaves later to another time; a time that has passed, or comes within a second, is now. Repeating the call changes nothing. Errors: message_not_scheduled, once its time has come or the message has ended.',
    args: {
      workspace: t.arg.id(workspaceArgument),
      id: t.arg.id(idArgument),
      sendAt: t.arg({
        type: 'DateTime',
        required: true,
        extensions: inRest('String'),
        description: 'Time at which the mail leaves, at most 30 days after the emit.',
      }),
    },
    resolve: async (_root, { workspace, id, sendAt }, viewer) => ({
      workspace,
      ...(await rescheduleMessage(tenant(viewer), workspace, id, { sendAt })),
    }),
  }),
  messagesCancel: t.field({
    type: MessagesCancelPayload,
    complexity: { field: workCost.messagesCancel, multiplier: 1 },
    description:
      'Cancels waiting and scheduled messages of a workspace: one call examines up to 5,000 of them and cancels up to 500. Call again with endCursor until it is null. Messages that are being sent meanwhile stay. Costs as much as 1,000 fields.',
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
