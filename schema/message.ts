/** Messages with their attempts and reports: why a mail was or was not delivered. */
import { BounceKind, type DeliveryEvidence, MessageState } from '../prisma/generated/client.ts';
import type { EmitRecord } from '../src/events/emit-record.ts';
import { findMessage } from '../src/messages/find-message.ts';
import { listMessages } from '../src/messages/list-messages.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery } from './connection.ts';

export const MessageStateEnum = builder.enumType(MessageState, {
  name: 'MessageState',
  description: 'Stages of a message, from the queue to its end.',
  values: {
    queued: { description: 'Waiting for the first or the next attempt.' },
    sending: { description: 'An attempt is under way.' },
    sent: { description: 'A relay accepted the mail and promised a delivery report, which has not come yet.' },
    delivered: {
      description:
        "The recipient's mail server accepted the mail, or a relay confirmed or implied the delivery; see evidence.",
    },
    bounced: { description: 'A mail server rejected the mail for good, at once or in a later report.' },
    complained: { description: 'The recipient marked the mail as spam.' },
    suppressed: { description: 'Not sent, because the address is suppressed for all email.' },
    failed: {
      description: 'The mail was never offered to a mail server; `reason` names the cause, such as render_failed.',
    },
    expired: { description: 'No attempt succeeded within 24 hours of the emit.' },
  },
});

const BounceKindEnum = builder.enumType(BounceKind, {
  name: 'BounceKind',
  description: 'Kind of a bounce. Only a hard bounce suppresses the address.',
  values: {
    hard: { description: 'The address itself cannot receive.' },
    soft: { description: 'The mail was rejected for another reason than the address, such as content or policy.' },
  },
});

const evidence = {
  exchanger: { description: "The recipient's own mail server accepted the mail." },
  relay: { description: 'A relay accepted the mail without promising a delivery report.' },
  report: { description: 'A report by mail confirmed the delivery.' },
  silence: { description: 'A relay promised a delivery report, and no report came within 72 hours.' },
} satisfies Readonly<Record<DeliveryEvidence, { description: string }>>;

const DeliveryEvidenceEnum = builder.enumType('DeliveryEvidence', {
  description: 'Source from which the service learnt that a message was delivered.',
  values: evidence,
});

export const EventContact = builder.objectRef<NonNullable<EmitRecord['contact']>>('EventContact').implement({
  description: 'The recipient of an event, with the reference of the time of the emit.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the contact; stays readable here after the deletion of the contact.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The caller's id of the person, 1 to 128 letters, digits, dots, underscores or hyphens.",
    }),
  }),
});

const MessageOpen = builder.prismaObject('MessageOpen', {
  description: "A fetch of the open pixel, recorded only with the person's consent.",
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the fetch.' }),
    machine: t.exposeBoolean('machine', {
      description:
        'Whether a mail proxy or scanner fetched the pixel; such a fetch does not show that a person opened the mail.',
    }),
  }),
});

const attemptAnswer = {
  category:
    'Cause named by the reply: recipient, policy, content, size, temporary or infrastructure; null when the mail was accepted.',
  replyCode: 'SMTP code of the reply, such as 550; null when there was none.',
  enhancedCode: 'Enhanced status code of the reply, such as 5.1.1 (RFC 3463); null when there was none.',
  reply: 'Text of the SMTP reply in one line, with addresses removed.',
};

const MessageAttempt = builder.prismaObject('MessageAttempt', {
  description: 'One attempt to hand the message to a mail server.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the attempt, counted from 1.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the attempt began.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Milliseconds from the start to the reply or the failure.' }),
    transport: t.exposeString('transport', { description: 'Transport of the attempt: smtp, mx or capture.' }),
    exchanger: t.exposeString('exchanger', {
      nullable: true,
      description: 'Contacted host; null when the attempt reached none.',
    }),
    tlsVersion: t.exposeString('tlsVersion', {
      nullable: true,
      description: 'TLS version of the connection, for example TLSv1.3; null without encryption.',
    }),
    outcome: t.exposeString('outcome', {
      description: 'Result of the attempt: delivered, relayed, temporary, bounced or failed.',
    }),
    category: t.exposeString('category', { nullable: true, description: attemptAnswer.category }),
    replyCode: t.exposeInt('replyCode', { nullable: true, description: attemptAnswer.replyCode }),
    enhancedCode: t.exposeString('enhancedCode', { nullable: true, description: attemptAnswer.enhancedCode }),
    reply: t.exposeString('reply', { nullable: true, description: attemptAnswer.reply }),
  }),
});

const MessageReport = builder.prismaObject('MessageReport', {
  description: 'A delivery report or complaint about a message. A late or repeated report leaves the state unchanged.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the service received the report.' }),
    kind: t.exposeString('kind', { description: 'Kind of the report: bounce, delivered, delayed or complaint.' }),
    hard: t.exposeBoolean('hard', { description: 'Whether the report says that the address itself cannot receive.' }),
    category: t.exposeString('category', { nullable: true, description: attemptAnswer.category }),
    replyCode: t.exposeInt('replyCode', { nullable: true, description: attemptAnswer.replyCode }),
    enhancedCode: t.exposeString('enhancedCode', { nullable: true, description: attemptAnswer.enhancedCode }),
    reply: t.exposeString('reply', { nullable: true, description: attemptAnswer.reply }),
  }),
});

export const Message = builder.prismaObject('Message', {
  description: 'The email of an event, with its attempts, reports and opens.',
  fields: (t) => ({
    // The five fields in the record of an emit select nothing, so that Pothos reads no row for them.
    id: t.id({ description: 'Assigned by the service; webhooks name the message by it.', resolve: ({ id }) => id }),
    state: t.field({
      type: MessageStateEnum,
      description: 'Present step between the queue and the end of the message.',
      resolve: ({ state }) => state,
    }),
    templateVersionId: t.id({
      description: 'Id of the saved version that was current at the emit.',
      resolve: ({ templateVersionId }) => templateVersionId,
    }),
    fellBack: t.stringList({
      description: 'Merge tags that rendered their fallback.',
      resolve: ({ fellBack }) => fellBack,
    }),
    simulated: t.boolean({
      description: 'Whether the recipient is a simulator address, to which no mail is sent.',
      resolve: ({ simulation }) => simulation !== null,
    }),
    eventId: t.exposeID('eventId', { description: 'The emit that caused the message; readable with `event`.' }),
    eventType: t.string({
      description: 'Name of the event type, such as order.shipped.',
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
    }),
    idempotencyKey: t.exposeString('idempotencyKey', { description: 'Key that the caller sent with the emit.' }),
    contact: t.field({
      type: EventContact,
      nullable: true,
      description: 'The contact with its reference at the emit; null when no contact held the address.',
      select: { contactId: true, contactReference: true },
      resolve: ({ contactId, contactReference }) =>
        contactId === null ? null : { id: contactId, reference: contactReference },
    }),
    recipient: t.exposeString('recipient', {
      nullable: true,
      description: 'Address of the recipient; null after the erasure of the person.',
    }),
    locale: t.exposeString('locale', { description: 'Language of the mail, such as pt-BR.' }),
    bounce: t.expose('bounce', {
      type: BounceKindEnum,
      nullable: true,
      description: 'Kind of the bounce; null in every other state.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Cause of the state failed, such as render_failed; null in every other state.',
    }),
    evidence: t.expose('evidence', {
      type: DeliveryEvidenceEnum,
      nullable: true,
      description: 'Source of the delivery: exchanger, relay, report or silence; null before the delivery.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the emit.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time at which a message that is still queued expires, 24 hours after the emit.',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null unless the message is queued.',
      select: { state: true, dueAt: true },
      resolve: ({ state, dueAt }) => (state === 'queued' ? dueAt : null),
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the present state; null before the mail was handed over or ended.',
    }),
    attempts: t.relation('attempts', {
      type: MessageAttempt,
      description: 'The attempts so far, oldest first.',
      query: { orderBy: { number: 'asc' } },
    }),
    opens: t.relation('opens', {
      type: MessageOpen,
      description: 'Fetches of the open pixel, oldest first; at most the first 100.',
      query: { orderBy: { id: 'asc' } },
    }),
    reports: t.relation('reports', {
      type: MessageReport,
      description: 'Delivery reports and complaints, oldest first; at most the first 20.',
      query: { orderBy: { number: 'asc' } },
    }),
  }),
});

const workspaceArgument = { required: true, description: "The workspace's id, or ref:<reference>." } as const;

builder.queryFields((t) => ({
  message: t.prismaField({
    type: 'Message',
    description: 'Reads a message of the last 90 days.',
    args: {
      workspace: t.arg.string(workspaceArgument),
      id: t.arg.string({
        required: true,
        description: 'Id from the event or from a webhook; not_found after 90 days.',
      }),
    },
    resolve: (query, _root, { workspace, id }, viewer) => findMessage(tenant(viewer), workspace, id, query),
  }),
  messages: t.connection({
    type: Message,
    description:
      'The messages of the last 90 days, newest first. With filters, a page of a large workspace may have fewer rows although hasNextPage is true.',
    args: {
      workspace: t.arg.string(workspaceArgument),
      state: t.arg({ type: MessageStateEnum, description: 'Only rows in this state.' }),
      recipient: t.arg.string({ description: 'Only messages to this address, in any case.' }),
      contact: t.arg.string({ description: 'Only messages to the contact with this id; deleted contacts too.' }),
    },
    resolve: (_root, { workspace, state, recipient, contact, ...args }, viewer, info) => {
      const query = nodeQuery(viewer, info);
      const filter = { state, recipient, contact };
      return keysetConnection(args, (window) => listMessages(tenant(viewer), workspace, filter, window, query), byId);
    },
  }),
}));
