/** Webhook endpoints: where the platform hears what became of its emails. */
import { createEndpoint, type EndpointCreated } from '../src/webhooks/create-endpoint.ts';
import { deleteEndpoint } from '../src/webhooks/delete-endpoint.ts';
import { findEndpoint } from '../src/webhooks/find-endpoint.ts';
import { listEndpoints } from '../src/webhooks/list-endpoints.ts';
import { updateEndpoint } from '../src/webhooks/update-endpoint.ts';
import { builder, tenant } from './builder.ts';
import { SigningSecret } from './webhook-secret.ts';

const idArgument = 'Its id.';

builder.prismaObject('WebhookEndpoint', {
  description: 'A URL that webhooks of all workspaces are sent to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    url: t.exposeString('url', { description: 'Public HTTPS address.' }),
    types: t.exposeStringList('types', { description: 'The webhook types it subscribes to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it was last changed.' }),
  }),
});

builder.queryFields((t) => ({
  webhookEndpoints: t.prismaField({
    type: ['WebhookEndpoint'],
    description: 'The endpoints, oldest first; at most ten.',
    resolve: (query, _root, _args, viewer) => listEndpoints(tenant(viewer), query),
  }),
  webhookEndpoint: t.prismaField({
    type: 'WebhookEndpoint',
    description: 'One endpoint.',
    args: { id: t.arg.string({ required: true, description: idArgument }) },
    resolve: (query, _root, { id }, viewer) => findEndpoint(tenant(viewer), id, query),
  }),
}));

const urlDescription = 'Public HTTPS address on port 443, at most 2,048 characters.';
const typesDescription = 'Webhook types, at least one.';

const WebhookEndpointCreateInput = builder.inputType('WebhookEndpointCreateInput', {
  description: 'What a new endpoint is given.',
  fields: (t) => ({
    url: t.string({ required: true, description: urlDescription }),
    types: t.stringList({ required: true, description: typesDescription }),
  }),
});

const WebhookEndpointUpdateInput = builder.inputType('WebhookEndpointUpdateInput', {
  description: 'What to change of an endpoint; what is left out stays.',
  fields: (t) => ({
    url: t.string({ description: urlDescription }),
    types: t.stringList({ description: typesDescription }),
  }),
});

const WebhookEndpointCreatePayload = builder.objectRef<EndpointCreated>('WebhookEndpointCreatePayload').implement({
  description: 'The endpoint that was registered.',
  fields: (t) => ({
    endpoint: t.prismaField({
      type: 'WebhookEndpoint',
      description: 'As it is now.',
      resolve: (query, { id }, _args, viewer) => findEndpoint(tenant(viewer), id, query),
    }),
    signingSecret: t.expose('signingSecret', {
      type: SigningSecret,
      nullable: true,
      description: "The platform's first signing secret when this made it, shown this once; else null.",
    }),
  }),
});

const WebhookEndpointUpdatePayload = builder
  .objectRef<{ readonly id: string }>('WebhookEndpointUpdatePayload')
  .implement({
    description: 'The endpoint that was changed.',
    fields: (t) => ({
      endpoint: t.prismaField({
        type: 'WebhookEndpoint',
        description: 'As it is now.',
        resolve: (query, { id }, _args, viewer) => findEndpoint(tenant(viewer), id, query),
      }),
    }),
  });

const WebhookEndpointDeletePayload = builder
  .objectRef<{ readonly id: string }>('WebhookEndpointDeletePayload')
  .implement({
    description: 'The endpoint that is gone.',
    fields: (t) => ({ id: t.exposeID('id', { description: 'The id it had.' }) }),
  });

builder.mutationFields((t) => ({
  webhookEndpointCreate: t.field({
    type: WebhookEndpointCreatePayload,
    description: 'Registers an endpoint. Refuses unknown_type, url_* and endpoint_ceiling_reached.',
    args: { input: t.arg({ type: WebhookEndpointCreateInput, required: true, description: 'What it is given.' }) },
    resolve: (_root, { input }, viewer) => createEndpoint(tenant(viewer), input),
  }),
  webhookEndpointUpdate: t.field({
    type: WebhookEndpointUpdatePayload,
    description: 'Changes an endpoint; undelivered webhooks follow its URL. Refuses unknown_type and url_*.',
    args: {
      id: t.arg.string({ required: true, description: idArgument }),
      input: t.arg({ type: WebhookEndpointUpdateInput, required: true, description: 'What to change.' }),
    },
    resolve: async (_root, { id, input }, viewer) => {
      await updateEndpoint(tenant(viewer), id, input);
      return { id };
    },
  }),
  webhookEndpointDelete: t.field({
    type: WebhookEndpointDeletePayload,
    description: 'Removes an endpoint; its undelivered webhooks fail and are never sent.',
    args: { id: t.arg.string({ required: true, description: idArgument }) },
    resolve: async (_root, { id }, viewer) => {
      await deleteEndpoint(tenant(viewer), id);
      return { id };
    },
  }),
}));
