/** An entry of the timeline that a subscription shows. */
import type { TimelineEntry as Entry } from '../src/live/load-timelines.ts';
import { findWebhooksById } from '../src/webhooks/find-webhooks-by-id.ts';
import { builder, tenant } from './builder.ts';
import { loadTogether } from './load-together.ts';
import { MessageStateEnum } from './message.ts';
import { MessageAttempt, MessageReport } from './message-parts.ts';
import { Webhook } from './webhook.ts';

const kinds = {
  accepted: { description: 'The service recorded the emit with its message.' },
  attempt: { description: 'An attempt to hand the mail over began.' },
  report: { description: 'A delivery report or a complaint came in.' },
  opened: { description: 'The open pixel was fetched.' },
  ended: { description: 'The message was handed over or reached a final state.' },
  webhook: { description: 'An endpoint accepted a webhook about the message.' },
} satisfies Readonly<Record<Entry['kind'], { readonly description: string }>>;

const TimelineKind = builder.enumType('TimelineKind', {
  description: 'Kinds of entries in the timeline of a message.',
  values: kinds,
});

export const TimelineEntry = builder.objectRef<Entry>('TimelineEntry').implement({
  description: 'One thing that happened to a message.',
  fields: (t) => ({
    kind: t.expose('kind', { type: TimelineKind, description: 'Nature of the occurrence, such as an attempt.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened, to the millisecond.' }),
    cursor: t.exposeString('cursor', {
      description: 'Place in the timeline: unique for the message, and sorted as text in the order of the entries.',
    }),
    state: t.field({
      type: MessageStateEnum,
      nullable: true,
      description: 'The state that an entry of the kind ended led to; null for other kinds.',
      resolve: ({ state }) => state,
    }),
    attempt: t.field({
      type: MessageAttempt,
      nullable: true,
      description: 'The attempt with the reply of the server; null for other kinds.',
      resolve: ({ attempt }) => attempt,
    }),
    report: t.field({
      type: MessageReport,
      nullable: true,
      description: 'Kind and reply of a report; null for other kinds.',
      resolve: ({ report }) => report,
    }),
    webhook: t.field({
      type: Webhook,
      nullable: true,
      description: 'The webhook that an endpoint accepted; null for other kinds, and once it is removed.',
      resolve: ({ webhookId }, _args, viewer, info) =>
        webhookId === undefined
          ? null
          : loadTogether(viewer, info, {
              what: 'webhook',
              id: webhookId,
              returned: true,
              read: (ids, query) => findWebhooksById(tenant(viewer), ids, query),
            }),
    }),
  }),
});
