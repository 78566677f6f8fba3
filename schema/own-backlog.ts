/** The backlogs of a platform and of an endpoint, which their own platform sees too. */
import type { CappedCount as Capped } from '../src/operations/capped-count.ts';
import {
  type EndpointBacklog as EndpointWaiting,
  type PlatformBacklog as PlatformWaiting,
  readEndpointBacklogs,
  readPlatformBacklogs,
} from '../src/operations/read-own.ts';
import { builder } from './builder.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';

const dear = { field: workCost.count, multiplier: 1 };

export const CappedCount = builder.objectRef<Capped>('CappedCount').implement({
  description: 'A number of rows, counted up to a limit.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Rows found before the limit of the count.' }),
    capped: t.exposeBoolean('capped', { description: 'Whether more rows follow beyond the limit.' }),
  }),
});

const PlatformBacklog = builder.objectRef<PlatformWaiting>('PlatformBacklog').implement({
  description: 'Open messages and webhooks of a platform, counted up to 1,000.',
  fields: (t) => ({
    queued: t.exposeInt('queued', { description: 'Messages that wait for an attempt.' }),
    scheduled: t.field({
      type: CappedCount,
      description: 'Messages that leave later.',
      resolve: ({ scheduled }) => scheduled,
    }),
    sending: t.exposeInt('sending', { description: 'Messages that a worker holds for an attempt.' }),
    awaitingReport: t.exposeInt('awaitingReport', { description: 'Messages for which a report of a relay is due.' }),
    capped: t.exposeBoolean('capped', { description: 'Whether more open messages exist; others are not counted.' }),
    webhooks: t.field({
      type: CappedCount,
      description: 'Webhooks that are neither delivered nor failed.',
      resolve: ({ webhooks }) => webhooks,
    }),
  }),
});

builder.prismaObjectFields('Platform', (t) => ({
  backlog: t.field({
    type: PlatformBacklog,
    nullable: true,
    complexity: dear,
    description: 'Mail and webhooks that wait now. Costs as much as 10 fields.',
    select: { id: true },
    resolve: ({ id }, _args, viewer, info) =>
      loadTogether(viewer, info, { what: 'backlog', id, read: (ids) => readPlatformBacklogs(viewer.app, ids) }),
  }),
}));

const EndpointBreaker = builder
  .objectRef<{ readonly failures: number; readonly pausedUntil: Date | null }>('EndpointBreaker')
  .implement({
    description: 'State of the breaker that pauses an endpoint which fails again and again.',
    fields: (t) => ({
      failures: t.exposeInt('failures', { description: 'Failed attempts in a row; five pause the endpoint.' }),
      pausedUntil: t.expose('pausedUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'End of the present pause, when one webhook is tried; null while attempts go on.',
      }),
    }),
  });

const EndpointBacklog = builder.objectRef<EndpointWaiting>('EndpointBacklog').implement({
  description: 'Webhooks that an endpoint has not received yet, counted up to 1,000.',
  fields: (t) => ({
    pending: t.field({
      type: CappedCount,
      description: 'Webhooks that are neither delivered nor failed.',
      resolve: ({ pending }) => pending,
    }),
    oldestDueAt: t.expose('oldestDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Earliest time of a next attempt, past or future; null when none is pending.',
    }),
  }),
});

builder.prismaObjectFields('WebhookEndpoint', (t) => ({
  platform: t.relation('platform', { description: 'The platform whose webhooks the endpoint receives.' }),
  breaker: t.field({
    type: EndpointBreaker,
    description: 'Failures in a row, and the pause that follows from them.',
    select: { failures: true, pausedUntil: true },
    resolve: ({ failures, pausedUntil }, _args, { app }) => ({
      failures,
      pausedUntil: pausedUntil !== null && pausedUntil > app.clock.now() ? pausedUntil : null,
    }),
  }),
  backlog: t.field({
    type: EndpointBacklog,
    nullable: true,
    complexity: dear,
    description: 'Webhooks that wait for the endpoint. Costs as much as 10 fields.',
    select: { id: true, platformId: true },
    resolve: ({ id, platformId }, _args, viewer, info) =>
      loadTogether(viewer, info, {
        what: `backlog of ${platformId}`,
        id,
        read: (ids) => readEndpointBacklogs(viewer.app, platformId, ids),
      }),
  }),
}));
