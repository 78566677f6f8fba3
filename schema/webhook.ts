/** Webhooks: the log of deliveries. */
import { WebhookState } from '../prisma/generated/client.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { sendTestWebhook } from '../src/webhooks/endpoints/send-test-webhook.ts';
import { findWebhook } from '../src/webhooks/find-webhook.ts';
import { countWebhooks, listWebhooks } from '../src/webhooks/list-webhooks.ts';
import { readAttempts, type WebhookAttempt } from '../src/webhooks/read-attempts.ts';
import { redeliverWebhook } from '../src/webhooks/redelivery/redeliver-webhook.ts';
import type { WebhookType } from '../src/webhooks/webhook-types.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { workCost } from './field-cost.ts';
import { Node } from './node.ts';
import { inRest } from './rest-types.ts';
import { webhookBody } from './webhook-body.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';
import { WebhookErrorEnum, WebhookTypeEnum } from './webhook-enums.ts';

export const WebhookStateEnum = builder.enumType(WebhookState, {
  name: 'WebhookState',
  description: 'States of a webhook. A redelivery makes any of them pending again.',
  values: {
    pending: { description: 'An attempt is waiting or under way.' },
    delivered: { description: 'The endpoint accepted the webhook.' },
    failed: { description: 'The endpoint did not accept the webhook within 72 hours, or was deleted.' },
  },
});

const WebhookAttemptType = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One request to the endpoint, with its result.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the attempt began.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response; null when there was none.',
    }),
    error: t.expose('error', {
      type: WebhookErrorEnum,
      nullable: true,
      description: 'Cause of the failure; null after a success (2xx).',
    }),
    durationMs: t.exposeInt('durationMs', {
      description: 'Milliseconds from the DNS lookup to the status line or the failure.',
    }),
  }),
});

/** Further fields are added in relations.ts: workspace, message, contact. */
export const Webhook = builder.prismaObject('Webhook', {
  description: 'A webhook: one notification for one endpoint.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Value of the webhook-id header, the same at each attempt and redelivery.' }),
    type: t.field({
      type: WebhookTypeEnum,
      extensions: inRest('String'),
      description: 'Kind of occurrence that the webhook tells of.',
      select: { type: true },
      // Only known types are recorded.
      resolve: ({ type }) => type as WebhookType,
    }),
    state: t.expose('state', {
      type: WebhookStateEnum,
      description: 'pending, delivered or failed; failed webhooks can be redelivered.',
    }),
    endpoint: t.field({
      type: WebhookEndpoint,
      nullable: true,
      description: 'Receiver, with its present URL; null after the deletion of the endpoint.',
      select: (_args, _viewer, nested) => ({ endpoint: nested({}) }),
      resolve: ({ endpoint }) => (endpoint.deletedAt === null ? endpoint : null),
    }),
    attempts: t.field({
      type: [WebhookAttemptType],
      description: 'The attempts so far, oldest first.',
      select: { attempts: true, lastNumber: true, lastAt: true, lastMs: true, lastStatus: true, lastError: true },
      resolve: readAttempts,
    }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status of the last response; null when there was none.',
    }),
    lastError: t.field({
      type: WebhookErrorEnum,
      nullable: true,
      description: 'Failure of the last attempt; null when it succeeded or none was made.',
      select: { lastError: true },
      resolve: ({ lastError }) => lastError as WebhookAttempt['error'],
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        "Time of the next attempt, not before the end of its endpoint's pause; null unless the webhook is pending, and while the endpoint is paused by hand.",
      select: { pending: { select: { dueAt: true } }, endpoint: { select: { pausedUntil: true, pausedAt: true } } },
      resolve: ({ pending, endpoint: { pausedUntil, pausedAt } }) => {
        if (pending === null || pausedAt !== null) return null;
        return pausedUntil !== null && pausedUntil > pending.dueAt ? pausedUntil : pending.dueAt;
      },
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the endpoint accepted the webhook; null before, and after a redelivery until the next success.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the occurrence.' }),
    body: t.field({
      type: 'JSON',
      nullable: true,
      complexity: workCost.entries,
      description: 'The body as the next attempt would send it.',
      resolve: (webhook, _args, viewer, info) => webhookBody(viewer, info, webhook),
    }),
  }),
});

/** The webhooks of the platform, and those about one message. */
export const WebhookConnection = builder.connectionObject(
  { type: Webhook, name: 'WebhookConnection' },
  { name: 'WebhookEdge' },
);

builder.queryFields((t) => ({
  webhooks: t.connection(
    {
      type: Webhook,
      description:
        'The webhooks of the last 30 days, newest first. With several filters, a page of a long list may have fewer rows although hasNextPage is true.',
      args: {
        state: t.arg({ type: WebhookStateEnum, description: 'Only rows in this state.' }),
        states: t.arg({ type: [WebhookStateEnum], description: 'Only rows in one of these states.' }),
        workspace: t.arg.id({
          description: 'Only webhooks about this workspace: its id, or ref:<reference>.',
        }),
        from: t.arg({ type: 'DateTime', description: 'Only occurrences of this time or later.' }),
        until: t.arg({ type: 'DateTime', description: 'Only occurrences before this time.' }),
        endpoint: t.arg.id({ description: 'Only webhooks to the endpoint with this id.' }),
        type: t.arg({
          type: WebhookTypeEnum,
          extensions: inRest('String'),
          description: 'Only webhooks that tell of this kind of occurrence.',
        }),
      },
      resolve: (_root, { state, states, workspace, from, until, endpoint, type, ...args }, viewer, info) => {
        const filter = { state, states, workspace, from, until, endpoint, type };
        const read = (window: PageWindow, query: RowQuery) => listWebhooks(tenant(viewer), filter, window, query);
        const count = (limit: number) => countWebhooks(tenant(viewer), filter, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    WebhookConnection,
  ),
  webhook: t.prismaField({
    type: 'Webhook',
    description: 'Reads a webhook of the last 30 days.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id from the list or the webhook-id header; not_found after 30 days.',
      }),
    },
    resolve: (query, _root, { id }, viewer) => findWebhook(tenant(viewer), id, query),
  }),
}));

const WebhookRedeliverPayload = builder.objectRef<{ readonly id: string }>('WebhookRedeliverPayload').implement({
  description: 'The webhook that starts a new round of retries.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: 'Webhook',
      description: 'The webhook, pending again.',
      resolve: (query, { id }, _args, viewer) => findWebhook(tenant(viewer), id, query),
    }),
  }),
});

builder.mutationField('webhookRedeliver', (t) =>
  t.field({
    type: WebhookRedeliverPayload,
    description: 'Sends a webhook again now, with a new round of retries. Errors: endpoint_deleted.',
    args: { id: t.arg.id({ required: true, description: 'Id of a webhook in any state.' }) },
    resolve: async (_root, { id }, viewer) => {
      await redeliverWebhook(tenant(viewer), id);
      return { id };
    },
  }),
);

const WebhookTestSendPayload = builder.objectRef<{ readonly id: string }>('WebhookTestSendPayload').implement({
  description: 'The new webhook, marked as simulated.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: 'Webhook',
      description: 'The new webhook, pending.',
      resolve: (query, { id }, _args, viewer) => findWebhook(tenant(viewer), id, query),
    }),
  }),
});

builder.mutationField('webhookTestSend', (t) =>
  t.field({
    type: WebhookTestSendPayload,
    description:
      'Sends an endpoint a webhook with made-up contents, marked as simulated. The endpoint need not subscribe to the type.',
    args: {
      endpoint: t.arg.id({ required: true, description: 'Id of a live endpoint; not_found otherwise.' }),
      type: t.arg({
        type: WebhookTypeEnum,
        required: true,
        extensions: inRest('String'),
        description: 'The kind of occurrence to make up.',
      }),
    },
    resolve: async (_root, { endpoint, type }, viewer) => ({
      id: await sendTestWebhook(tenant(viewer), endpoint, type),
    }),
  }),
);
