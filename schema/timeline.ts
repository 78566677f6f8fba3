/** The timeline of a message: what happened, in order, one type for each kind of entry. */
import type { GraphQLResolveInfo } from 'graphql';
import type { MessageAttempt as AttemptRow } from '../prisma/generated/client.ts';
import type { Viewer } from '../src/context.ts';
import { loadTimelines } from '../src/timeline/load-timelines.ts';
import type { TimelineEntry as Entry, EntryOf, TimelineKind } from '../src/timeline/timeline-entry.ts';
import { findWebhooksById } from '../src/webhooks/find-webhooks-by-id.ts';
import { builder, tenant } from './builder.ts';
import { rowQuery } from './connection.ts';
import { MessageFailureReason } from './delivery-enums.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { BounceKindEnum, DeliveryEvidenceEnum } from './message.ts';
import { MessageAttempt, MessageOpen, MessageReport } from './message-parts.ts';
import { TimelineKindEnum, typeNames } from './timeline-kind.ts';
import { Webhook } from './webhook.ts';

export const TimelineEntry = builder.interfaceRef<Entry>('TimelineEntry').implement({
  description: 'One thing that happened to a message.',
  resolveType: ({ kind }) => typeNames[kind],
  fields: (t) => ({
    kind: t.expose('kind', { type: TimelineKindEnum, description: 'The name of its type in lower case.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened, to the millisecond.' }),
    cursor: t.exposeString('cursor', {
      description:
        'Place in the timeline: unique for the message, the same at each reading, and sorted as text in the order of the entries.',
    }),
  }),
});

const entry = <Kind extends TimelineKind>(kind: Kind) => builder.objectRef<EntryOf<Kind>>(typeNames[kind]);

/** An entry that says no more than what happened, and when. */
function plain(kind: TimelineKind, description: string): void {
  entry(kind).implement({ description, interfaces: [TimelineEntry] });
}

plain('accepted', 'The emit was accepted and the message recorded.');
plain('complained', 'The recipient marked the mail as spam.');
plain('suppressed', 'The mail was withheld: the address is suppressed, or its owner does not want mail of the topic.');
plain('expired', 'No attempt succeeded within 24 hours of the emit, or of its sendAt.');

entry('scheduled').implement({
  description: 'The emit said when the mail leaves.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    sendAt: t.expose('sendAt', { type: 'DateTime', description: 'Time that the emit had, before any move.' }),
  }),
});

entry('moved').implement({
  description: 'A caller moved the mail to another time; the last move.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    sendAt: t.expose('sendAt', { type: 'DateTime', description: 'Time at which the mail leaves instead.' }),
  }),
});

/** Notes for Pothos that the row is whole, which would read the row again otherwise. */
function whole<Row>(viewer: Viewer, info: GraphQLResolveInfo, row: Row): Row {
  rowQuery(viewer, info);
  return row;
}

type Attempted = Extract<Entry, { readonly attempt: AttemptRow | null }>;

const TimelineAttempted = builder.interfaceRef<Attempted>('TimelineAttempted').implement({
  description: 'An attempt, or what an attempt made of the message.',
  interfaces: [TimelineEntry],
  resolveType: ({ kind }) => typeNames[kind],
  fields: (t) => ({
    attempt: t.field({
      type: MessageAttempt,
      nullable: true,
      description:
        'The attempt with the reply of the server; null where a report, time or the simulator brought the state about.',
      resolve: ({ attempt }, _args, viewer, info) => whole(viewer, info, attempt),
    }),
  }),
});

const attempted = [TimelineEntry, TimelineAttempted];

entry('attempt').implement({ description: 'An attempt to hand the mail over began.', interfaces: attempted });
entry('relayed').implement({
  description: 'A relay accepted the mail and promised a delivery report.',
  interfaces: attempted,
});

entry('deferred').implement({
  description: 'The attempt failed for now, and the message waits for the next one.',
  interfaces: attempted,
  fields: (t) => ({
    until: t.expose('until', {
      type: 'DateTime',
      description: 'Due time of the next attempt; the expiry of the message after the last one.',
    }),
    isLast: t.exposeBoolean('isLast', { description: 'Whether no attempt was left: the message expires at `until`.' }),
  }),
});

entry('delivered').implement({
  description: 'The mail was delivered, as far as the evidence goes.',
  interfaces: attempted,
  fields: (t) => ({
    evidence: t.expose('evidence', {
      type: DeliveryEvidenceEnum,
      nullable: true,
      description: 'Source of the delivery; null for simulated mail.',
    }),
  }),
});

entry('bounced').implement({
  description: 'A mail server rejected the mail for good.',
  interfaces: attempted,
  fields: (t) => ({
    bounce: t.expose('bounce', {
      type: BounceKindEnum,
      nullable: true,
      description: 'Hard where the address itself cannot receive; null where that is no longer recorded.',
    }),
  }),
});

entry('failed').implement({
  description: 'The message ended without being offered to the mail server of the recipient.',
  interfaces: attempted,
  fields: (t) => ({
    reason: t.field({
      type: MessageFailureReason,
      nullable: true,
      description: 'Cause, such as render_failed; null where that is no longer recorded.',
      resolve: ({ reason }) => reason as typeof MessageFailureReason.$inferType | null,
    }),
  }),
});

entry('claimed').implement({
  description: 'An attempt is under way. This entry goes once the attempt is recorded.',
  interfaces: [TimelineEntry],
  fields: (t) => ({ number: t.exposeInt('number', { description: 'Ordinal of the attempt, counted from 1.' }) }),
});

const WaitReason = builder.enumType('ExchangerWaitReason', {
  description: 'Reasons for which mail to a provider waits without an attempt.',
  values: {
    quiet: { description: 'Mail servers of the provider asked for less mail or fewer connections.' },
    rate: { description: 'Mail servers of the provider have had the mail that they take in a minute.' },
    warm_up: {
      description: 'The address that mail leaves from is new, and has sent the provider its mail of the day.',
    },
  },
});

entry('waiting').implement({
  description: "The recipient's mail servers take no more mail for a while. This entry goes again with the wait.",
  interfaces: [TimelineEntry],
  fields: (t) => ({
    waitsFor: t.expose('reason', {
      type: WaitReason,
      description: 'Cause of the wait: a request of the mail servers, or the warm-up of a new address.',
    }),
    provider: t.exposeString('provider', {
      description: 'Who runs the mail servers, such as google; for others the domain of their names.',
    }),
    until: t.expose('until', { type: 'DateTime', description: 'Due time of the next attempt.' }),
    reply: t.exposeString('reply', {
      nullable: true,
      description: 'Reply with which the servers asked for quiet, without addresses; null where none is known.',
    }),
  }),
});

entry('report').implement({
  description: 'A delivery report or a complaint came in by mail.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    report: t.field({
      type: MessageReport,
      description: 'Kind and reply, as the sender of the report tells them.',
      resolve: ({ report }, _args, viewer, info) => whole(viewer, info, report),
    }),
  }),
});

entry('opened').implement({
  description: 'The open pixel of the mail was fetched.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    open: t.field({
      type: MessageOpen,
      description: 'The fetch, and whether a machine made it.',
      resolve: ({ open }, _args, viewer, info) => whole(viewer, info, open),
    }),
  }),
});

entry('replied').implement({
  description: 'Somebody answered the mail. messageReply reads the answer.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    replyId: t.id({ description: 'Value for the argument reply of messageReply.', resolve: ({ reply }) => reply.id }),
    automatic: t.boolean({ description: 'Whether a program wrote it.', resolve: ({ reply }) => reply.automatic }),
  }),
});

entry('webhook').implement({
  description: 'An endpoint accepted a webhook that tells of the message.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    status: t.int({
      nullable: true,
      description: 'HTTP status with which the endpoint accepted the request.',
      resolve: ({ sent }) => sent.status,
    }),
    webhook: t.field({
      type: Webhook,
      nullable: true,
      description: 'The webhook with all its attempts; null 30 days after its occurrence.',
      resolve: ({ webhook }, _args, viewer, info) =>
        loadTogether(viewer, info, {
          what: 'webhook',
          id: webhook.id,
          returned: true,
          read: (ids, query) => findWebhooksById(tenant(viewer), ids, query),
        }),
    }),
  }),
});

builder.prismaObjectField('Message', 'timeline', (t) =>
  t.field({
    type: [TimelineEntry],
    complexity: { field: workCost.timeline, multiplier: 5 },
    description: `Everything that happened to the message, oldest first, as far as rows are kept: webhooks for 30 days, replies as long as the content. Costs as much as ${workCost.timeline} fields.`,
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const found = await loadTogether(viewer, info, {
        what: 'timeline',
        id,
        read: async (ids) =>
          [...(await loadTimelines(tenant(viewer), ids))].map(([message, entries]) => ({ id: message, entries })),
      });
      return [...(found?.entries ?? [])];
    },
  }),
);
