/** Events: what a platform emits, and the one email that each gives rise to. */
import { MessageState } from '../prisma/generated/client.ts';
import { emitEvent } from '../src/events/emit-event.ts';
import type { EmitRecord } from '../src/events/emit-record.ts';
import type { EmitAnswer } from '../src/events/emit-work.ts';
import { findEvent } from '../src/events/find-event.ts';
import { listOpens } from '../src/people/list-opens.ts';
import { builder, tenant } from './builder.ts';

export const MessageStateEnum = builder.enumType(MessageState, {
  name: 'MessageState',
  description: 'Stages of a message, from the queue to its end.',
  values: {
    queued: { description: 'Due for its first or next attempt.' },
    sending: { description: 'An attempt is under way.' },
    sent: { description: 'A relay took it and promised a report, which has not come yet.' },
    delivered: { description: "The recipient's side took it." },
    bounced: { description: 'The other side refused it, at once or later.' },
    complained: { description: 'The recipient marked it as spam.' },
    suppressed: { description: 'Never sent: the address is suppressed for all email.' },
    failed: { description: 'Never offered to the other side; `reason` names the cause, such as render_failed.' },
    expired: { description: 'Given up 24 hours after the emit without an accepted attempt.' },
  },
});

export const EventContact = builder.objectRef<NonNullable<EmitRecord['contact']>>('EventContact').implement({
  description: 'The recipient of an event, with the reference of the time of the emit.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the contact; stays readable here after the deletion of the contact.' }),
    reference: t.exposeString('reference', { nullable: true, description: "The caller's id for the person." }),
  }),
});

const MessageOpen = builder.prismaObject('MessageOpen', {
  description: 'An open pixel that was fetched while the person agreed to it.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the fetch.' }),
    machine: t.exposeBoolean('machine', {
      description: 'Whether a mail proxy or scanner fetched it, which tells nothing of the person.',
    }),
  }),
});

const EventMessage = builder.objectRef<NonNullable<EmitRecord['message']>>('EventMessage').implement({
  description: 'The email that an event gave rise to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that webhooks name.' }),
    state: t.expose('state', {
      type: MessageStateEnum,
      description: 'Present state; also changes after the emit, unlike the other fields.',
    }),
    templateVersionId: t.exposeID('templateVersionId', {
      description: 'Id of the saved version that was current at the emit.',
    }),
    fellBack: t.exposeStringList('fellBack', { description: 'Merge tags that rendered their fallback.' }),
    simulated: t.exposeBoolean('simulated', {
      description: 'Whether it is for a simulator address, so nothing is sent.',
    }),
    opens: t.field({
      type: [MessageOpen],
      description: 'When it was opened, oldest first; the first hundred.',
      resolve: async ({ id }, _args, viewer) => [...(await listOpens(tenant(viewer), id))],
    }),
  }),
});

const Event = builder.objectRef<EmitRecord>('Event').implement({
  description: 'One emit that was accepted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    type: t.exposeString('type', { description: 'Name of the event type, such as order.shipped.' }),
    idempotencyKey: t.exposeString('idempotencyKey', { description: 'Key of the emit, unique for 7 days.' }),
    contact: t.expose('contact', {
      type: EventContact,
      nullable: true,
      description: 'Null when it was for an address that no contact holds.',
    }),
    message: t.expose('message', {
      type: EventMessage,
      nullable: true,
      description: 'Null when its type has no template.',
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
    description: 'One accepted emit, with the state of its message now.',
    args: {
      workspace: t.arg.string(workspaceArgument),
      id: t.arg.string({ required: true, description: 'Id from the response of the emit or from a webhook.' }),
    },
    resolve: (_root, { workspace, id }, viewer) => findEvent(tenant(viewer), workspace, id),
  }),
);

const RecipientInput = builder.inputType('RecipientInput', {
  description: 'Recipient: exactly one of `contact` and `email`.',
  fields: (t) => ({
    contact: t.string({ description: "An existing contact's id, or ref:<reference>." }),
    email: t.string({ description: 'An address; one that a contact holds stands for that contact.' }),
  }),
});

const AttachmentInput = builder.inputType('AttachmentInput', {
  description: 'A file that goes out with the email: PDF, PNG, JPEG, GIF, WebP or iCalendar.',
  fields: (t) => ({
    filename: t.string({
      required: true,
      description: 'Up to 255 characters without a path; its extension must match what the content is.',
    }),
    content: t.string({ required: true, description: 'The file, in base64.' }),
  }),
});

const EventEmitInput = builder.inputType('EventEmitInput', {
  description: 'One occurrence to record, with the recipient of its email.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'The name of a registered event type.' }),
    idempotencyKey: t.string({
      required: true,
      description: 'Up to 255 printable ASCII characters without spaces, unique for each event; kept for 7 days.',
    }),
    recipient: t.field({
      type: RecipientInput,
      required: true,
      description: 'The contact or the address that the email goes to.',
    }),
    payload: t.field({
      type: 'JSONObject',
      required: true,
      description: "Values of the type's fields; at most 512 KB.",
    }),
    attachments: t.field({
      type: [AttachmentInput],
      description:
        'Up to 10 files, 10,000,000 bytes in all once decoded. Kept until the message is final; where nothing is sent, they are checked and not kept.',
    }),
  }),
});

const EventEmitPayload = builder.objectRef<EmitAnswer>('EventEmitPayload').implement({
  description: 'The recorded event, and whether the request was a replay.',
  fields: (t) => ({
    replayed: t.exposeBoolean('replayed', {
      description: 'Whether this is the first answer to the same key and body.',
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
      'Records an event and queues its email. Refuses idempotency_key_reused, workspace_suspended, domain_not_sendable and recipient_rate_limited.',
    args: {
      workspace: t.arg.string(workspaceArgument),
      input: t.arg({
        type: EventEmitInput,
        required: true,
        description: 'Type, idempotency key, recipient, payload and attachments.',
      }),
    },
    resolve: (_root, { workspace, input }, viewer) => emitEvent(tenant(viewer), workspace, { ...input }),
  }),
);
