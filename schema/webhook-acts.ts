/** What is done with an endpoint by hand: it is paused, resumed, and its failed webhooks are sent again. */
import type { WebhookRedelivery } from '../prisma/generated/client.ts';
import { mintedAt } from '../src/ground/ids.ts';
import { findEndpoint } from '../src/webhooks/endpoints/find-endpoint.ts';
import { pauseEndpoint } from '../src/webhooks/endpoints/pause-endpoint.ts';
import { resumeEndpoint } from '../src/webhooks/endpoints/resume-endpoint.ts';
import { findLatestRedeliveries, findRedelivery } from '../src/webhooks/redelivery/find-redeliveries.ts';
import { redeliverFailed } from '../src/webhooks/redelivery/redeliver-failed.ts';
import { builder, tenant } from './builder.ts';
import { loadTogether } from './load-together.ts';

const RedeliveryType = builder.objectRef<WebhookRedelivery>('WebhookRedelivery').implement({
  description: 'A walk through the webhooks of an endpoint that sends the failed ones again.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the walk, a ULID.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Time of the earliest occurrence to send again.' }),
    reachedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last occurrence that was examined, so far; null before the first step.',
      resolve: ({ position, examined }) => (examined === 0 ? null : mintedAt(position)),
    }),
    examined: t.exposeInt('examined', { description: 'Number of webhooks in any state that the walk has passed.' }),
    redelivered: t.exposeInt('redelivered', {
      description: 'Number of failed webhooks that became pending again, each with a new round of retries.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the request; later occurrences are left out.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the last webhook was examined or the endpoint was found deleted; null while the walk goes on.',
    }),
  }),
});

builder.prismaObjectFields('WebhookEndpoint', (t) => ({
  pausedAt: t.expose('pausedAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'Time since when webhooks wait: of webhookEndpointPause, or of `disabledAt`; null while neither holds them.',
  }),
  latestRedelivery: t.field({
    type: RedeliveryType,
    nullable: true,
    description: 'The last webhooksRedeliver of this receiver with its progress; null before the first.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const read = (ids: readonly string[]) => findLatestRedeliveries(tenant(viewer), ids);
      return (await loadTogether(viewer, info, { what: 'redelivery', id, read }))?.redelivery ?? null;
    },
  }),
}));

builder.queryField('webhookRedelivery', (t) =>
  t.field({
    type: RedeliveryType,
    description: 'Reads the progress of a walk that webhooksRedeliver began in the last 30 days.',
    args: { id: t.arg.id({ required: true, description: 'Value from the payload of webhooksRedeliver.' }) },
    resolve: (_root, { id }, viewer) => findRedelivery(tenant(viewer), id),
  }),
);

const PausePayload = builder.objectRef<{ readonly id: string }>('WebhookEndpointPausePayload').implement({
  description: 'The receiver whose webhooks wait, or wait no longer.',
  fields: (t) => ({
    webhookEndpoint: t.prismaField({
      type: 'WebhookEndpoint',
      description: 'The endpoint after the change.',
      resolve: (query, { id }, _args, viewer) => findEndpoint(tenant(viewer), id, query),
    }),
  }),
});

const RedeliverPayload = builder.objectRef<{ readonly id: string }>('WebhooksRedeliverPayload').implement({
  description: 'The walk that has begun, or the one under way.',
  fields: (t) => ({
    redelivery: t.field({
      type: RedeliveryType,
      description: 'Progress of the walk, which goes on in the background.',
      resolve: ({ id }, _args, viewer) => findRedelivery(tenant(viewer), id),
    }),
  }),
});

const idArgument = { required: true, description: 'Id of a live endpoint; not_found otherwise.' } as const;

builder.mutationFields((t) => ({
  webhookEndpointPause: t.field({
    type: PausePayload,
    description:
      'Pauses an endpoint: its webhooks wait until webhookEndpointResume, and attempts under way end. A webhook still fails 72 hours after its occurrence; webhooksRedeliver sends it again. Repeating the call changes nothing.',
    args: { id: t.arg.id(idArgument) },
    resolve: async (_root, { id }, viewer) => {
      await pauseEndpoint(tenant(viewer), id);
      return { id };
    },
  }),
  webhookEndpointResume: t.field({
    type: PausePayload,
    description:
      'Ends a pause: due webhooks go out at once, the one that became due first before the others. A pause after failed attempts ends too.',
    args: { id: t.arg.id(idArgument) },
    resolve: async (_root, { id }, viewer) => {
      await resumeEndpoint(tenant(viewer), id);
      return { id };
    },
  }),
  webhooksRedeliver: t.field({
    type: RedeliverPayload,
    description:
      'Sends all failed webhooks of an endpoint for occurrences since a time again, each under its id with a new round of retries. They are walked in the background, oldest first; an endpoint has one walk at a time, which a repeated call returns.',
    args: {
      endpoint: t.arg.id(idArgument),
      since: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Time of the earliest occurrence, not in the future; webhooks older than 30 days are gone.',
      }),
    },
    resolve: async (_root, { endpoint, since }, viewer) => ({
      id: await redeliverFailed(tenant(viewer), endpoint, since),
    }),
  }),
}));
