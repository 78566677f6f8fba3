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

const BounceKindEnum = builder.enumType(BounceKind, {
  name: 'BounceKind',
  description: 'Kind of a bounce. Only a hard bounce suppresses the address.',
  values: {
    hard: { description: 'The address itself cannot receive.' },
    soft: { description: 'Rejected for a reason that is not the address, such as content or policy.' },
  },
});

const evidence = {
  exchanger: { description: "The recipient's own mail server took it." },
  relay: { description: "A relay's word: it took the mail, and promises no report on what becomes of it." },
  report: { description: 'A delivery report said so.' },
  silence: { description: 'A relay promised a report, and none came in 72 hours.' },
} satisfies Readonly<Record<DeliveryEvidence, { description: string }>>;

const DeliveryEvidenceEnum = builder.enumType('DeliveryEvidence', {
  description: 'Source of the knowledge that a message was delivered.',
  values: evidence,
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

const attemptAnswer = {
  category:
    'Cause named by the reply: recipient, policy, content, size, temporary or infrastructure; null when the mail was accepted.',
  replyCode: 'SMTP code that was answered.',
  enhancedCode: 'Enhanced code that was answered, such as 5.1.1 (RFC 3463).',
  reply: 'Text of the SMTP reply in one line, with addresses removed.',
};

const MessageAttempt = builder.prismaObject('MessageAttempt', {
  description: 'One try at handing a message to the other side.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Counts the attempts of the message from 1.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the attempt began.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Milliseconds from the start to the reply or the failure.' }),
    transport: t.exposeString('transport', { description: 'smtp, mx or capture.' }),
    exchanger: t.exposeString('exchanger', { nullable: true, description: 'Host that was asked; null when none was.' }),
    tlsVersion: t.exposeString('tlsVersion', {
      nullable: true,
      description: 'TLS version of the connection, for example TLSv1.3; null without encryption.',
    }),
    outcome: t.exposeString('outcome', { description: 'delivered, relayed, temporary, bounced or failed.' }),
    category: t.exposeString('category', { nullable: true, description: attemptAnswer.category }),
    replyCode: t.exposeInt('replyCode', { nullable: true, description: attemptAnswer.replyCode }),
    enhancedCode: t.exposeString('enhancedCode', { nullable: true, description: attemptAnswer.enhancedCode }),
    reply: t.exposeString('reply', { nullable: true, description: attemptAnswer.reply }),
  }),
});

const MessageReport = builder.prismaObject('MessageReport', {
  description: 'A delivery report or complaint about a message; may have left the state unchanged.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the service received the report.' }),
    kind: t.exposeString('kind', { description: 'bounce, delivered, delayed or complaint.' }),
    hard: t.exposeBoolean('hard', { description: 'Whether it says that the address itself cannot receive.' }),
    category: t.exposeString('category', { nullable: true, description: attemptAnswer.category }),
    replyCode: t.exposeInt('replyCode', { nullable: true, description: attemptAnswer.replyCode }),
    enhancedCode: t.exposeString('enhancedCode', { nullable: true, description: attemptAnswer.enhancedCode }),
    reply: t.exposeString('reply', { nullable: true, description: attemptAnswer.reply }),
  }),
});

export const Message = builder.prismaObject('Message', {
  description: 'The one email that an event gave rise to, with all that became of it.',
  fields: (t) => ({
    // The five fields in the record of an emit select nothing, so that Pothos reads no row for them.
    id: t.id({ description: 'The id that webhooks name.', resolve: ({ id }) => id }),
    state: t.field({
      type: MessageStateEnum,
      description: 'Stage that the message has reached so far.',
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
      description: 'Whether it is for a simulator address, so nothing is sent.',
      resolve: ({ simulation }) => simulation !== null,
    }),
    eventId: t.exposeID('eventId', { description: 'The event that gave rise to it.' }),
    eventType: t.string({
      description: 'Name of the event type, such as order.shipped.',
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
    }),
    idempotencyKey: t.exposeString('idempotencyKey', { description: 'The key that its event was sent with.' }),
    contact: t.field({
      type: EventContact,
      nullable: true,
      description: 'The contact that it was for, as it was called then; null when no contact held the address.',
      select: { contactId: true, contactReference: true },
      resolve: ({ contactId, contactReference }) =>
        contactId === null ? null : { id: contactId, reference: contactReference },
    }),
    recipient: t.exposeString('recipient', {
      nullable: true,
      description: 'The address that it is for; null once its person was erased or its content is past its time.',
    }),
    locale: t.exposeString('locale', { description: 'The language chosen for it.' }),
    bounce: t.expose('bounce', {
      type: BounceKindEnum,
      nullable: true,
      description: 'Kind of the bounce; null in every other state.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it failed, once it has.' }),
    evidence: t.expose('evidence', {
      type: DeliveryEvidenceEnum,
      nullable: true,
      description: 'Source of the delivery: exchanger, relay, report or silence; null before the delivery.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When its event was accepted.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it goes out no more.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is due to go out; null when it is not queued.',
      select: { state: true, dueAt: true },
      resolve: ({ state, dueAt }) => (state === 'queued' ? dueAt : null),
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it came into the state it is in, once it left us.',
    }),
    attempts: t.relation('attempts', {
      type: MessageAttempt,
      description: 'The tries so far, oldest first.',
      query: { orderBy: { number: 'asc' } },
    }),
    opens: t.relation('opens', {
      type: MessageOpen,
      description: 'Fetches of the open pixel, oldest first; the first hundred.',
      query: { orderBy: { id: 'asc' } },
    }),
    reports: t.relation('reports', {
      type: MessageReport,
      description: 'The reports that came back, oldest first; the first twenty.',
      query: { orderBy: { number: 'asc' } },
    }),
  }),
});

const workspaceArgument = { required: true, description: "The workspace's id, or ref:<reference>." } as const;

builder.queryFields((t) => ({
  message: t.prismaField({
    type: 'Message',
    description: 'One message of the last 90 days.',
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
    description: 'The messages of the last 90 days, newest first.',
    args: {
      workspace: t.arg.string(workspaceArgument),
      state: t.arg({ type: MessageStateEnum, description: 'Only those in this state.' }),
      recipient: t.arg.string({ description: 'Only those to this address; case does not matter.' }),
      contact: t.arg.string({ description: 'Only those for the contact of this id, a deleted one too.' }),
    },
    resolve: (_root, { workspace, state, recipient, contact, ...args }, viewer, info) => {
      const query = nodeQuery(viewer, info);
      const filter = { state, recipient, contact };
      return keysetConnection(args, (window) => listMessages(tenant(viewer), workspace, filter, window, query), byId);
    },
  }),
}));
