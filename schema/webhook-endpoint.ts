/** Webhook endpoints: the URLs that receive a platform's webhooks. */
import { createEndpoint, type EndpointCreated } from '../src/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../src/webhooks/endpoints/delete-endpoint.ts';
import { type ShownHeader, shownHeaders } from '../src/webhooks/endpoints/endpoint-headers.ts';
import { findEndpoint } from '../src/webhooks/endpoints/find-endpoint.ts';
import { listEndpoints } from '../src/webhooks/endpoints/list-endpoints.ts';
import { updateEndpoint } from '../src/webhooks/endpoints/update-endpoint.ts';
import type { WebhookType } from '../src/webhooks/webhook-types.ts';
import { builder, tenant } from './builder.ts';
import { Node } from './node.ts';
import { inRest } from './rest-types.ts';
import { WebhookTypeEnum } from './webhook-enums.ts';
import { createdSecret, WebhookSecret } from './webhook-secret.ts';

const idArgument = 'Id from the registration or the list.';

const WebhookEndpointHeader = builder.objectRef<ShownHeader>('WebhookEndpointHeader').implement({
  description:
    'A header field that an endpoint adds to each request. Its value is shown by its last four characters at most.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the field, in the spelling of the caller.' }),
    lastFour: t.exposeString('lastFour', {
      nullable: true,
      description: 'Last four characters of the value; null where it has fewer than 20.',
    }),
  }),
});

export const WebhookEndpoint = builder.prismaObject('WebhookEndpoint', {
  description: 'A URL that receives webhooks of all workspaces, or of one.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    url: t.exposeString('url', { description: 'Public https URL.' }),
    types: t.field({
      type: [WebhookTypeEnum],
      extensions: inRest('JSON'),
      description: 'Subscriptions; at least one.',
      select: { types: true },
      // Only saves write the column, and only known types.
      resolve: ({ types }) => types as WebhookType[],
    }),
    workspaceId: t.exposeID('workspaceId', {
      nullable: true,
      description: 'Id of the only workspace whose webhooks it receives, also after its deletion; null: all.',
    }),
    eventTypes: t.stringList({
      nullable: true,
      description: 'Names of the event types of whose messages it receives webhooks; null: all.',
      select: { eventTypes: true },
      resolve: ({ eventTypes }) => (eventTypes.length === 0 ? null : [...eventTypes]),
    }),
    version: t.exposeInt('bodyVersion', {
      nullable: true,
      description: 'Version of the bodies where one was chosen; null: 1.',
    }),
    headers: t.field({
      type: [WebhookEndpointHeader],
      nullable: true,
      description: 'Header fields that each request has beside those of the service; null: none.',
      select: { headersSealed: true },
      resolve: ({ headersSealed }, _args, { app }) => {
        const shown = shownHeaders(app.secrets, headersSealed);
        return shown && [...shown];
      },
    }),
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description: 'Webhooks that begin in a second, at most; null: as many as it takes.',
    }),
    alertEmail: t.exposeString('alertEmail', {
      nullable: true,
      description: 'Address that is told when it has failed for a day, and when it is paused after five; null: nobody.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since when the service has paused it for its failures; webhookEndpointResume ends that.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'Time of the registration.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'Time of the last change.' }),
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
    description: 'Reads a live endpoint; not_found after its deletion.',
    args: { id: t.arg.id({ required: true, description: idArgument }) },
    resolve: (query, _root, { id }, viewer) => findEndpoint(tenant(viewer), id, query),
  }),
}));

const urlDescription = 'Public https URL on port 443, at most 2,048 characters.';
const typesDescription = 'Types to subscribe to, 1 to 100; an update replaces the whole list.';

const scopeDescriptions = {
  workspace: 'The only workspace whose webhooks it receives: an id, or ref:<reference>. Null: all workspaces.',
  eventTypes:
    'Up to 100 names of event types of whose messages it receives webhooks; null or empty: all. Webhooks that are about no message come all the same.',
  version:
    'Version of the bodies: 1, or 2, where `message.bounced`, `message.failed` and `message.expired` carry what the server said.',
};

const deliveryDescriptions = {
  headers:
    'Up to 10 header fields for each request, such as {"Authorization": "Bearer …"}, and none of those by which a request is sent or understood. Values of up to 1,000 visible ASCII characters, 4,096 in all with the names; they are sealed, and shown by their last four characters alone, where a value has 20 at least. An update replaces all of them; null or empty: none.',
  rateLimit:
    'Webhooks that begin in a second, at most, from 1 to 1,000; further ones wait for their turn. Null: as many as it takes.',
  alertEmail:
    'Address that gets a mail when all webhooks have failed for a day, and when the endpoint is paused after five days of it; one without an address is never paused so. Null: nobody.',
};

const WebhookEndpointCreateInput = builder.inputType('WebhookEndpointCreateInput', {
  description: 'A receiver for webhooks of all workspaces, or of one.',
  fields: (t) => ({
    url: t.string({ required: true, description: urlDescription }),
    types: t.field({
      type: [WebhookTypeEnum],
      required: true,
      extensions: inRest('JSON'),
      description: typesDescription,
    }),
    workspace: t.id({ description: scopeDescriptions.workspace }),
    eventTypes: t.stringList({ description: scopeDescriptions.eventTypes }),
    version: t.int({ description: scopeDescriptions.version }),
    headers: t.field({ type: 'JSONObject', description: deliveryDescriptions.headers }),
    rateLimit: t.int({ description: deliveryDescriptions.rateLimit }),
    alertEmail: t.string({ description: deliveryDescriptions.alertEmail }),
  }),
});

const WebhookEndpointUpdateInput = builder.inputType('WebhookEndpointUpdateInput', {
  description: 'Fields to change; omitted fields keep their values.',
  fields: (t) => ({
    url: t.string({ description: urlDescription }),
    types: t.field({ type: [WebhookTypeEnum], extensions: inRest('JSON'), description: typesDescription }),
    workspace: t.id({ description: scopeDescriptions.workspace }),
    eventTypes: t.stringList({ description: scopeDescriptions.eventTypes }),
    version: t.int({ description: scopeDescriptions.version }),
    headers: t.field({ type: 'JSONObject', description: deliveryDescriptions.headers }),
    rateLimit: t.int({ description: deliveryDescriptions.rateLimit }),
    alertEmail: t.string({ description: deliveryDescriptions.alertEmail }),
  }),
});

const WebhookEndpointCreatePayload = builder.objectRef<EndpointCreated>('WebhookEndpointCreatePayload').implement({
  description: "The registered endpoint, with the platform's first signing secret if there was none.",
  fields: (t) => ({
    webhookEndpoint: t.prismaField({
      type: 'WebhookEndpoint',
      description: 'The endpoint, which receives webhooks from now on.',
      resolve: (query, { id }, _args, viewer) => findEndpoint(tenant(viewer), id, query),
    }),
    webhookSecret: t.field({
      type: WebhookSecret,
      nullable: true,
      resolve: ({ signingSecret }, _args, viewer) => signingSecret && createdSecret(tenant(viewer), signingSecret),
      description:
        "The platform's first signing secret, shown in this response alone; null when the platform already had a secret.",
    }),
  }),
});

const WebhookEndpointUpdatePayload = builder
  .objectRef<{ readonly id: string }>('WebhookEndpointUpdatePayload')
  .implement({
    description: 'The changed endpoint, which also receives undelivered webhooks.',
    fields: (t) => ({
      webhookEndpoint: t.prismaField({
        type: 'WebhookEndpoint',
        description: 'The endpoint after the change.',
        resolve: (query, { id }, _args, viewer) => findEndpoint(tenant(viewer), id, query),
      }),
    }),
  });

const WebhookEndpointDeletePayload = builder
  .objectRef<{ readonly id: string }>('WebhookEndpointDeletePayload')
  .implement({
    description: 'The deleted endpoint, of which only the id remains.',
    fields: (t) => ({
      deletedWebhookEndpointId: t.exposeID('id', {
        description: 'Id of the deleted object; later reads are not_found.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  webhookEndpointCreate: t.field({
    type: WebhookEndpointCreatePayload,
    description:
      'Registers an endpoint; a platform has at most 10. Errors: unknown_type, url_*, endpoint_ceiling_reached.',
    args: {
      input: t.arg({ type: WebhookEndpointCreateInput, required: true, description: 'The URL and the subscriptions.' }),
    },
    resolve: (_root, { input }, viewer) => createEndpoint(tenant(viewer), input),
  }),
  webhookEndpointUpdate: t.field({
    type: WebhookEndpointUpdatePayload,
    description: 'Changes an endpoint. Undelivered webhooks go to the new URL. Errors: unknown_type, url_*.',
    args: {
      id: t.arg.id({ required: true, description: idArgument }),
      input: t.arg({
        type: WebhookEndpointUpdateInput,
        required: true,
        description:
          'A new URL, new subscriptions, another scope, version, rate or address, new header fields, or several of these.',
      }),
    },
    resolve: async (_root, { id, input }, viewer) => {
      await updateEndpoint(tenant(viewer), id, input);
      return { id };
    },
  }),
  webhookEndpointDelete: t.field({
    type: WebhookEndpointDeletePayload,
    description: 'Deletes an endpoint. Its undelivered webhooks fail and are never sent.',
    args: { id: t.arg.id({ required: true, description: idArgument }) },
    resolve: async (_root, { id }, viewer) => {
      await deleteEndpoint(tenant(viewer), id);
      return { id };
    },
  }),
}));
