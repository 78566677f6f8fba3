/** What the attempts at an endpoint of the last hour and the last day came to, and since when they fail. */
import {
  type AttemptAnswer as Answer,
  type AttemptFigures as Figures,
  type RecentAttempts as Recent,
  readRecentAttempts,
} from '../src/webhooks/endpoints/read-recent-attempts.ts';
import { builder } from './builder.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { WebhookErrorEnum } from './webhook-enums.ts';

const AttemptAnswer = builder.objectRef<Answer>('AttemptAnswer').implement({
  description:
    'Result of requests to an endpoint: its HTTP status, or the cause for which there is none, with their number.',
  fields: (t) => ({
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status; null where no response came.' }),
    error: t.expose('error', {
      type: WebhookErrorEnum,
      nullable: true,
      description: 'Cause of the failure; null where the endpoint accepted.',
    }),
    attempts: t.exposeInt('attempts', { description: 'Requests of the span that ended so.' }),
  }),
});

const AttemptFigures = builder.objectRef<Figures>('AttemptFigures').implement({
  description: 'Sums of the attempts of a span that ends now.',
  fields: (t) => ({
    since: t.expose('since', {
      type: 'DateTime',
      description:
        'Begin of the span; of an endpoint with over 10,000 webhooks in it, the occurrence of the earliest one that was read.',
    }),
    attempts: t.exposeInt('attempts', { description: 'Requests that have ended, whatever their result.' }),
    failed: t.exposeInt('failed', { description: 'Requests that the endpoint did not accept.' }),
    slowestMs: t.exposeInt('slowestMs', {
      nullable: true,
      description: 'Milliseconds of the longest request; null without one.',
    }),
    answers: t.field({
      type: [AttemptAnswer],
      description: 'Results with their counts, the most frequent first; at most ten.',
      resolve: ({ answers }) => [...answers],
    }),
  }),
});

const RecentAttempts = builder.objectRef<Recent>('RecentAttempts').implement({
  description:
    'Attempts at an endpoint, for webhooks of the last day and for earlier ones that still wait, up to 1,000 of these.',
  fields: (t) => ({
    lastHour: t.field({
      type: AttemptFigures,
      description: 'Sums of requests that began in the 60 minutes before now.',
      resolve: ({ lastHour }) => lastHour,
    }),
    lastDay: t.field({
      type: AttemptFigures,
      description: 'Sums of requests that began in the 24 hours before now.',
      resolve: ({ lastDay }) => lastDay,
    }),
  }),
});

builder.prismaObjectFields('WebhookEndpoint', (t) => ({
  failingSince: t.expose('failingSince', {
    type: 'DateTime',
    nullable: true,
    description: 'First failed attempt since a webhook was accepted; null where the latest attempt was.',
  }),
  recentAttempts: t.field({
    type: RecentAttempts,
    nullable: true,
    complexity: { field: workCost.recentAttempts, multiplier: 1 },
    description:
      'Requests of the hour and of the day before now, with what the endpoint responded. Costs as much as 400 fields.',
    select: { id: true, platformId: true },
    resolve: ({ id, platformId }, _args, viewer, info) =>
      loadTogether(viewer, info, {
        what: `recent attempts of ${platformId}`,
        id,
        read: (ids) => readRecentAttempts(viewer.app, platformId, ids),
      }),
  }),
}));
