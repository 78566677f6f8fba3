/** Messages with their attempts and reports: why a mail was or was not delivered. */
import { BounceKind, CopyRole, type DeliveryEvidence, MessageState } from '../prisma/generated/client.ts';
import type { EmitRecord } from '../src/events/emit-record.ts';
import type { Metadata } from '../src/ground/input/metadata.ts';
import { findMessage } from '../src/messages/find-message.ts';
import { reasonOf } from '../src/topics/topic-consent.ts';
import { builder, tenant } from './builder.ts';
import { MessageFailureReason, MessageWithheldReason } from './delivery-enums.ts';
import { MessageAttempt, MessageOpen, MessageReport } from './message-parts.ts';
import { Node } from './node.ts';

export const MessageStateEnum = builder.enumType(MessageState, {
  name: 'MessageState',
  description: 'Stages of a message, from the queue to its end.',
  values: {
    scheduled: { description: 'Leaves later, as its emit said; see sendAt. Only messages whose emit had a sendAt.' },
    queued: { description: 'Waiting for the first or the next attempt.' },
    sending: { description: 'An attempt is under way.' },
    sent: { description: 'A relay accepted the mail and promised a delivery report, which has not come yet.' },
    delivered: {
      description:
        "The recipient's mail server accepted the mail, or a relay confirmed or implied the delivery; see evidence.",
    },
    bounced: { description: 'A mail server rejected the mail for good, at once or in a later report.' },
    complained: { description: 'The recipient marked the mail as spam.' },
    suppressed: {
      description:
        'Not sent, because the address is suppressed, or because the contact does not want its topic; see withheld.',
    },
    failed: {
      description: 'The mail was never offered to a mail server; `reason` names the cause, such as render_failed.',
    },
    expired: { description: 'No attempt succeeded within 24 hours of the emit, or of its sendAt.' },
  },
});

export const BounceKindEnum = builder.enumType(BounceKind, {
  name: 'BounceKind',
  description: 'Kind of a bounce. Only a hard bounce suppresses the address.',
  values: {
    hard: { description: 'The address itself cannot receive.' },
    soft: { description: 'The mail was rejected for another reason than the address, such as content or policy.' },
  },
});

export const CopyRoleEnum = builder.enumType(CopyRole, {
  name: 'CopyRole',
  description: 'Place of an address among the further recipients of a mail.',
  values: {
    cc: { description: 'The header of the mail names the address, in every copy.' },
    bcc: { description: 'No header names the address.' },
  },
});

const evidence = {
  exchanger: { description: "The recipient's own mail server accepted the mail." },
  relay: { description: 'A relay accepted the mail without promising a delivery report.' },
  report: { description: 'A report by mail confirmed the delivery.' },
  silence: { description: 'A relay promised a delivery report, and no report came within 72 hours.' },
} satisfies Readonly<Record<DeliveryEvidence, { description: string }>>;

export const DeliveryEvidenceEnum = builder.enumType('DeliveryEvidence', {
  description: 'Source from which the service learnt that a message was delivered.',
  values: evidence,
});

export const ContactAtEmit = builder.objectRef<NonNullable<EmitRecord['contact']>>('ContactAtEmit').implement({
  description: 'The recipient as an event recorded it, which stays after the deletion of the contact.',
  fields: (t) => ({
    contactId: t.exposeID('id', { description: 'Id of the contact, which may have been deleted since.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        "The caller's id of the person at the time of the emit, 1 to 128 letters, digits, dots, underscores or hyphens.",
    }),
  }),
});

/**
 * Its own columns. Further fields are added in copies.ts (event, copies), relations.ts (workspace, contact, event type,
 * template version, resends), message-wait.ts (what it waits for, and the suppression of its address),
 * message-webhooks.ts, timeline.ts and rendered-mail.ts. Fields that need a scope of their own are listed in scopes.ts.
 */
export const Message = builder.prismaObject('Message', {
  description: 'The email of an event, with its attempts, reports and opens.',
  interfaces: [Node],
  fields: (t) => ({
    // The six fields in the record of an emit select nothing, so that Pothos reads no row for them.
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
    sendAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the mail leaves or left, as the emit or a later move said; null: at the emit.',
      resolve: ({ sendAt }) => sendAt,
    }),
    eventTypeName: t.string({
      description: 'Name of the event type, such as order.shipped.',
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
    }),
    idempotencyKey: t.exposeString('idempotencyKey', { description: 'Key that the caller sent with the emit.' }),
    metadata: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Pairs of text that the caller sent with the emit; null when there are none.',
      select: { metadata: true },
      // Only the write of an emit fills the column, with pairs of text.
      resolve: ({ metadata }) => metadata as Metadata | null,
    }),
    contactAtEmit: t.field({
      type: ContactAtEmit,
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
    role: t.expose('role', {
      type: CopyRoleEnum,
      nullable: true,
      description:
        'Says of a copy whether its address stood in cc or bcc; null for the message to the recipient of the emit.',
    }),
    primaryId: t.exposeID('primaryId', {
      nullable: true,
      description:
        'Id of the message to the recipient of the emit whose mail this copy is; null for what is no copy, or sends one again.',
    }),
    locale: t.exposeString('locale', { description: 'Language of the mail, such as pt-BR.' }),
    bounce: t.expose('bounce', {
      type: BounceKindEnum,
      nullable: true,
      description: 'Kind of the bounce; null in every other state.',
    }),
    reason: t.field({
      type: MessageFailureReason,
      nullable: true,
      description: 'Cause of the state failed, such as render_failed; null in every other state.',
      select: { reason: true, state: true },
      resolve: ({ reason, state }) =>
        state === 'failed' ? (reason as typeof MessageFailureReason.$inferType | null) : null,
    }),
    topic: t.exposeString('topic', {
      nullable: true,
      description: 'Key of the topic that its event type had at the emit; null: transactional mail.',
    }),
    withheld: t.field({
      type: MessageWithheldReason,
      nullable: true,
      description:
        'Why a suppressed message of a topic did not go out; null where its address is suppressed, and in every other state.',
      select: { reason: true, state: true },
      resolve: ({ reason, state }) => (state === 'suppressed' ? reasonOf(reason) : null),
    }),
    evidence: t.expose('evidence', {
      type: DeliveryEvidenceEnum,
      nullable: true,
      description: 'Source of the delivery: exchanger, relay, report or silence; null before the delivery.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the emit.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description:
        'Time at which a message that is still queued expires, 24 hours after the emit, or after its sendAt.',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the next attempt while a queued message waits for one; null once it is due, and where it expires before: waitingFor says what holds it.',
      select: { state: true, dueAt: true, expiresAt: true },
      resolve: ({ state, dueAt, expiresAt }, _args, { app }) =>
        state === 'queued' && dueAt > app.clock.now() && dueAt < expiresAt ? dueAt : null,
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

builder.queryField('message', (t) =>
  t.prismaField({
    type: 'Message',
    description: 'Reads a message of the last 90 days.',
    args: {
      workspace: t.arg.id({ required: true, description: "The workspace's id, or ref:<reference>." }),
      id: t.arg.id({
        required: true,
        description: 'Id from the event or from a webhook; not_found after 90 days.',
      }),
    },
    resolve: (query, _root, { workspace, id }, viewer) => findMessage(tenant(viewer), workspace, id, query),
  }),
);
