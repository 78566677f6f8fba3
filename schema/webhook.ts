/** Webhooks: the log of deliveries. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import { WebhookState } from '../prisma/generated/client.ts';
import { findWebhook } from '../src/webhooks/find-webhook.ts';
import { listWebhooks } from '../src/webhooks/list-webhooks.ts';
import { readAttempts, type WebhookAttempt } from '../src/webhooks/read-attempts.ts';
import { redeliverWebhook } from '../src/webhooks/redeliver-webhook.ts';
import { sendTestWebhook } from '../src/webhooks/send-test-webhook.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection } from './connection.ts';
import { workCost } from './field-cost.ts';
import { webhookBody } from './webhook-body.ts';

const WebhookStateEnum = builder.enumType(WebhookState, {
  name: 'WebhookState',
  description: 'How far a webhook has come.',
  values: {
    pending: { description: 'It waits for its next attempt, or one is under way.' },
    delivered: { description: 'The endpoint took it.' },
    failed: { description: 'The endpoint did not take it in 3 days, or was deleted.' },
  },
});

interface EndpointShape {
  readonly id: string;
  readonly url: string;
}

const WebhookTarget = builder.objectRef<EndpointShape>('WebhookTarget').implement({
  description: 'The endpoint that a webhook goes to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    url: t.exposeString('url', { description: 'Its URL now.' }),
  }),
});

const WebhookAttemptType = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One try at handing a webhook to its endpoint.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it began.' }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status answered; null when none was.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'timeout, tls, dns, address_refused, redirect, connection or status; null when it was taken.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
  }),
});

const Webhook = builder.prismaObject('Webhook', {
  description: 'One notification for one endpoint.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its own id, the same at each delivery.' }),
    type: t.exposeString('type', { description: 'What happened.' }),
    state: t.expose('state', { type: WebhookStateEnum, description: 'How far it has come.' }),
    endpoint: t.field({
      type: WebhookTarget,
      nullable: true,
      description: 'Where it goes; null once the endpoint is deleted.',
      select: { endpoint: { select: { id: true, url: true, deletedAt: true } } },
      resolve: ({ endpoint }) => (endpoint.deletedAt === null ? endpoint : null),
    }),
    attempts: t.field({
      type: [WebhookAttemptType],
      description: 'The tries so far, oldest first.',
      select: { attempts: true },
      resolve: readAttempts,
    }),
    lastStatus: t.exposeInt('lastStatus', { nullable: true, description: 'HTTP status of the last answer.' }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'What was wrong with the last try.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next, not before the pause of its endpoint ends; null when it is not pending.',
      select: { state: true, dueAt: true, endpoint: { select: { pausedUntil: true } } },
      resolve: ({ state, dueAt, endpoint: { pausedUntil } }) => {
        if (state !== 'pending') return null;
        return pausedUntil !== null && pausedUntil > dueAt ? pausedUntil : dueAt;
      },
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the endpoint took it; null until then, and again once it is sent anew.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the thing happened.' }),
    body: t.field({
      type: 'JSON',
      complexity: workCost.entries,
      description: 'The body as it would be sent now.',
      resolve: (webhook, _args, viewer) => webhookBody(viewer, webhook),
    }),
  }),
});

builder.queryFields((t) => ({
  webhooks: t.connection({
    type: Webhook,
    description: 'The webhooks of the last 30 days, newest first.',
    args: {
      state: t.arg({ type: WebhookStateEnum, description: 'Only those in this state.' }),
      endpoint: t.arg.string({ description: 'Only those for the endpoint of this id.' }),
      type: t.arg.string({ description: 'Only those of this webhook type.' }),
    },
    resolve: (_root, { state, endpoint, type, ...args }, viewer, info) => {
      const query = queryFromInfo({ context: viewer, info, path: ['edges', 'node'] });
      const filter = { state, endpoint, type };
      return keysetConnection(args, (window) => listWebhooks(tenant(viewer), filter, window, query), byId);
    },
  }),
  webhook: t.prismaField({
    type: 'Webhook',
    description: 'One webhook of the last 30 days.',
    args: { id: t.arg.string({ required: true, description: 'Its id.' }) },
    resolve: (query, _root, { id }, viewer) => findWebhook(tenant(viewer), id, query),
  }),
}));

const WebhookRedeliverPayload = builder.objectRef<{ readonly id: string }>('WebhookRedeliverPayload').implement({
  description: 'The webhook that is sent again.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: 'Webhook',
      description: 'As it is now.',
      resolve: (query, { id }, _args, viewer) => findWebhook(tenant(viewer), id, query),
    }),
  }),
});

builder.mutationField('webhookRedeliver', (t) =>
  t.field({
    type: WebhookRedeliverPayload,
    description: 'Sends a webhook again now, with a fresh round of retries. Refuses endpoint_deleted.',
    args: { id: t.arg.string({ required: true, description: 'Its id.' }) },
    resolve: async (_root, { id }, viewer) => {
      await redeliverWebhook(tenant(viewer), id);
      return { id };
    },
  }),
);

const WebhookTestSendPayload = builder.objectRef<{ readonly id: string }>('WebhookTestSendPayload').implement({
  description: 'The webhook that tries the endpoint.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: 'Webhook',
      description: 'As it is now.',
      resolve: (query, { id }, _args, viewer) => findWebhook(tenant(viewer), id, query),
    }),
  }),
});

builder.mutationField('webhookTestSend', (t) =>
  t.field({
    type: WebhookTestSendPayload,
    description:
      'Sends an endpoint a webhook with made-up contents, marked as simulated, whether or not it subscribes to the type. Refuses unknown_type.',
    args: {
      endpointId: t.arg.string({ required: true, description: 'Where it goes.' }),
      type: t.arg.string({ required: true, description: 'A webhook type, such as message.delivered.' }),
    },
    resolve: async (_root, { endpointId, type }, viewer) => ({
      id: await sendTestWebhook(tenant(viewer), endpointId, type),
    }),
  }),
);
