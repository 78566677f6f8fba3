/** Events that a platform emits, each with the one email that it causes. */
import type { InputFieldBuilder } from '@pothos/core';
import { emitAndNote } from '../src/events/emit/emit-and-note.ts';
import { emitEvent } from '../src/events/emit/emit-event.ts';
import type { EmitAnswer } from '../src/events/emit/emit-work.ts';
import type { EmitRecord, RecordedCopy } from '../src/events/emit-record.ts';
import { findEvent } from '../src/events/find-event.ts';
import { findRecordedCopies } from '../src/events/find-recorded-copies.ts';
import { recordedMessage } from '../src/events/resend/recorded-message.ts';
import { findMessagesById } from '../src/messages/find-messages-by-id.ts';
import { builder, tenant } from './builder.ts';
import { loadTogether } from './load-together.ts';
import { ContactAtEmit, CopyRoleEnum, Message, MessageStateEnum } from './message.ts';
import { Node } from './node.ts';
import { inRest } from './rest-types.ts';
import { selectsOnly } from './selects-only.ts';

/** Fields of a message that the record of its emit holds: REST selects no others, so an emit reads no row. */
const recordedFields = new Set(['__typename', 'id', 'state', 'templateVersionId', 'fellBack', 'simulated', 'sendAt']);

/** Its message is added in copies.ts. */
export const EventCopy = builder.objectRef<RecordedCopy>('EventCopy').implement({
  description: 'A message to an address of cc or bcc, with a state of its own.',
  fields: (t) => ({
    messageId: t.exposeID('id', { description: 'Id of the message, by which webhooks name it.' }),
    role: t.expose('role', { type: CopyRoleEnum, description: 'Whether the header of the mail names the address.' }),
    state: t.expose('state', {
      type: MessageStateEnum,
      description: 'Present step of the message; as of the emit where eventEmit returns it.',
    }),
    simulated: t.exposeBoolean('simulated', {
      description: 'Whether the address is a simulator address, to which no mail is sent.',
    }),
  }),
});

/** Further fields are added in events.ts (the payload) and relations.ts (workspace, contact, event type). */
export const Event = builder.objectRef<EmitRecord>('Event').implement({
  description: 'An accepted emit.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    type: t.exposeString('type', { description: 'Name of the event type, such as order.shipped.' }),
    idempotencyKey: t.exposeString('idempotencyKey', { description: 'Key of the emit, unique for 7 days.' }),
    contactAtEmit: t.expose('contact', {
      type: ContactAtEmit,
      nullable: true,
      description: 'The contact with its reference at the emit; null for an address without a contact.',
    }),
    metadata: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Pairs of text that the caller sent; null when there are none, and after an erasure of the person.',
      resolve: ({ metadata }) => metadata ?? null,
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description:
        'The email of the event; null when its type has no template. eventEmit returns state, template version and fallbacks as of the emit.',
      resolve: ({ message }, _args, viewer, info) => {
        if (message === null) return null;
        // At once, with no promise: a batch has five hundred of them.
        if (selectsOnly(info, recordedFields)) return recordedMessage(message, null);
        return loadTogether(viewer, info, {
          what: 'message',
          id: message.id,
          returned: true,
          read: (ids, query) => findMessagesById(tenant(viewer), ids, query),
        }).then((row) => row && recordedMessage(message, row));
      },
    }),
    copies: t.field({
      type: [EventCopy],
      nullable: true,
      description:
        'The further messages of the mail in the order of the emit, cc before bcc; null when there are none.',
      resolve: ({ copies, message }, _args, viewer, info) => {
        if (copies !== null || message === null) return copies ? [...copies] : null;
        const read = (ids: readonly string[]) => findRecordedCopies(tenant(viewer), ids);
        return loadTogether(viewer, info, { what: 'recorded copies', id: message.id, read }).then(
          (found) => found && [...found.copies],
        );
      },
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the emit.',
      resolve: ({ createdAt }) => new Date(createdAt),
    }),
  }),
});

const workspaceArgument = { required: true, description: "The workspace's id, or ref:<reference>." } as const;

builder.queryField('event', (t) =>
  t.field({
    type: Event,
    description: 'Reads an accepted emit of the last 90 days, with the present state of its message.',
    args: {
      workspace: t.arg.id(workspaceArgument),
      id: t.arg.id({ required: true, description: 'Id from the response of the emit or from a webhook.' }),
    },
    resolve: (_root, { workspace, id }, viewer) => findEvent(tenant(viewer), workspace, id),
  }),
);

const RecipientInput = builder.inputType('RecipientInput', {
  description: 'Recipient: exactly one of `contact` and `email`.',
  isOneOf: true,
  fields: (t) => ({
    contact: t.id({ description: "An existing contact's id, or ref:<reference>." }),
    email: t.string({ description: 'An address. If a contact holds the address, that contact is the recipient.' }),
  }),
});

const AttachmentInput = builder.inputType('AttachmentInput', {
  description:
    'A file that goes out with the email: PDF, PNG, JPEG, GIF, WebP or iCalendar. Either `filename` and `content`, or `file`.',
  fields: (t) => ({
    filename: t.string({
      description:
        'Name of the file: up to 255 characters without a path. The extension must match the type of the content. With `file` it may be left out, and is then the name of the upload.',
    }),
    content: t.string({ description: 'The file, in base64.' }),
    file: t.id({ description: 'Id of a file of fileCreate, instead of the content.' }),
    contentId: t.string({
      description:
        'For an image that the mail shows, and that is no attachment to its reader: an id of 1 to 128 letters, digits, ".", "_", "-" or "@", beginning with a letter or a digit. An image of the template whose address is cid: and this id shows the file.',
    }),
  }),
});

type InputFields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** The fields of an emit, alone or in a batch. */
export function emitFields(t: InputFields) {
  return {
    type: t.string({ required: true, description: 'The name of a registered event type.' }),
    idempotencyKey: t.string({
      required: true,
      description: 'Up to 255 printable ASCII characters without spaces, unique for each event; kept for 7 days.',
    }),
    recipient: t.field({
      type: RecipientInput,
      required: true,
      description: 'The contact or the address that receives the email.',
    }),
    payload: t.field({
      type: 'JSONObject',
      required: true,
      description: "Values of the type's fields; at most 512 KB.",
    }),
    metadata: t.field({
      type: 'JSONObject',
      description:
        'Up to 20 pairs of your own, such as {order: "1001"}: keys of 1 to 64 lower-case letters, digits or underscores, texts of up to 256 characters. Shown in records, webhooks and lists, and never in the email.',
    }),
    cc: t.stringList({
      description:
        'Up to 10 further addresses of the email, together with those of bcc. Each gets a message of its own with the same content; the header names them. Not for templates with an unsubscribe link.',
    }),
    bcc: t.stringList({
      description: 'Like cc, but no header names them.',
    }),
    replyTo: t.string({
      description: "One address that answers go to instead of the template's Reply-To, such as ada@example.com.",
    }),
    headers: t.field({
      type: 'JSONObject',
      description:
        'Up to 10 header fields for the email, such as {"X-Order": "1001"}: names that begin with X-, and Auto-Submitted, Comments, Importance, In-Reply-To, Keywords, Organization, References and Sensitivity. No name that the service writes, or that tells mail servers and filters what to do. Texts of up to 998 characters in one line, 8,192 bytes in all with their names.',
    }),
    attachments: t.field({
      type: [AttachmentInput],
      description:
        'Up to 10 files of 10,000,000 decoded bytes in all. Stored until the message is final. Files of simulated or suppressed messages are checked and not stored.',
    }),
    sendAt: t.field({
      type: 'DateTime',
      extensions: inRest('String'),
      description:
        'Time at which the mail leaves, at most 30 days after the emit; a time that has passed, or comes within a second, is now. The emit is checked and its content fixed at once; suppression, suspension, sending domain and the thirty an hour are judged when the time comes. Without effect on an event type without a template.',
    }),
  };
}

/** The body is hashed as JSON has it: a time that GraphQL has parsed becomes text again. */
export function asSent<Input extends { readonly sendAt?: Date | string | null | undefined }>(input: Input) {
  return { ...input, ...(input.sendAt instanceof Date && { sendAt: input.sendAt.toISOString() }) };
}

const EventEmitInput = builder.inputType('EventEmitInput', {
  description: 'One occurrence to record, with the recipient of its email.',
  fields: (t) => emitFields(t),
});

const EventEmitPayload = builder.objectRef<EmitAnswer>('EventEmitPayload').implement({
  description: 'The recorded event, and whether the request was a replay.',
  fields: (t) => ({
    replayed: t.exposeBoolean('replayed', {
      description: 'True when the response repeats the first response to the same key and body.',
    }),
    event: t.expose('record', {
      type: Event,
      description: 'The event at the time of the emit; a replay returns the same.',
    }),
  }),
});

builder.mutationField('eventEmit', (t) =>
  t.field({
    type: EventEmitPayload,
    description:
      'Records an event and queues its email, with the copies. Errors: idempotency_key_reused, workspace_suspended, domain_not_sendable, recipient_rate_limited.',
    args: {
      workspace: t.arg.id(workspaceArgument),
      input: t.arg({
        type: EventEmitInput,
        required: true,
        description: 'Type, idempotency key, recipient, payload, attachments, headers and time.',
      }),
    },
    resolve: (_root, { workspace, input: given }, viewer) => {
      const ctx = tenant(viewer);
      const input = asSent(given);
      return emitAndNote(ctx, { requestId: viewer.requestId, workspace, input }, () =>
        emitEvent(ctx, workspace, input),
      );
    },
  }),
);
