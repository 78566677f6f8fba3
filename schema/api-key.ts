/** API keys, each for one platform. */
import { notFound } from '../src/errors.ts';
import { createApiKey } from '../src/platforms/create-api-key.ts';
import { findApiKey } from '../src/platforms/find-api-key.ts';
import { type ApiKeyPlace, revokeApiKey } from '../src/platforms/revoke-api-key.ts';
import type { CreatedApiKey } from '../src/platforms/write-api-key.ts';
import { builder, tenant } from './builder.ts';
import { Node } from './node.ts';
import { shownSecret } from './shown-secret.ts';

export const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A bearer token that reads and writes the data of one platform.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    secret: t.string({
      nullable: true,
      description:
        'The bearer token for the Authorization header, in the response that creates the key; null in any other.',
      resolve: shownSecret,
    }),
    platform: t.relation('platform', { description: 'The platform whose data the key reads and writes.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time at which the operator created the key.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Requests with the key get 401 from this time on; null: the key does not expire.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Requests with the key get 401 from this time on; null while the key is live.',
    }),
  }),
});

/** A new key as the row of a key, with its secret. */
export function createdKey(platformId: string, key: CreatedApiKey) {
  return { ...key, platformId, tokenHash: new Uint8Array(), revokedAt: null };
}

builder.queryField('currentKey', (t) =>
  t.prismaField({
    type: 'ApiKey',
    description: 'The key that authenticates this request; not_found for an operator, who has none.',
    resolve: (query, _root, _args, viewer) => {
      const { app, platformId, apiKeyId } = tenant(viewer);
      // An operator who acts for a platform has no key of it.
      if (apiKeyId === null) throw notFound('apiKey');
      return findApiKey(app, { platformId, id: apiKeyId }, query);
    },
  }),
);

const ApiKeyCreateInput = builder.inputType('ApiKeyCreateInput', {
  description: 'Input of apiKeyCreate. A platform may have several live keys, for example during a rotation.',
  fields: (t) => ({
    platformId: t.id({
      required: true,
      description: 'Id from platformCreate or the list of platforms; not_found otherwise.',
    }),
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'Expiry; a key without one does not expire.' }),
  }),
});

const ApiKeyRevokeInput = builder.inputType('ApiKeyRevokeInput', {
  description: 'A revocation cannot be undone.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of a key of any platform.' }) }),
});

const ApiKeyCreatePayload = builder
  .objectRef<{ readonly apiKey: ReturnType<typeof createdKey> }>('ApiKeyCreatePayload')
  .implement({
    description: 'The new key, with the secret that no later response shows.',
    fields: (t) => ({
      apiKey: t.expose('apiKey', {
        type: ApiKey,
        description: 'The new key. Only this response holds the secret.',
      }),
    }),
  });

const ApiKeyPayload = builder.objectRef<ApiKeyPlace>('ApiKeyPayload').implement({
  description: 'Result of apiKeyRevoke.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'The key after the revocation, without its secret.',
      resolve: (query, place, _args, { app }) => findApiKey(app, place, query),
    }),
  }),
});

builder.mutationFields((t) => ({
  apiKeyCreate: t.field({
    type: ApiKeyCreatePayload,
    description: 'For the operator: creates another key of a platform.',
    skipTypeScopes: true,
    authScopes: { operator: true },
    args: {
      input: t.arg({
        type: ApiKeyCreateInput,
        required: true,
        description: 'The platform, a label and an optional expiry.',
      }),
    },
    resolve: async (_root, { input }, { app }) => ({
      apiKey: createdKey(input.platformId, await createApiKey(app, input)),
    }),
  }),
  apiKeyRevoke: t.field({
    type: ApiKeyPayload,
    description:
      'For the operator: revokes a key; every process rejects it within a second. Revoking it again changes nothing.',
    skipTypeScopes: true,
    authScopes: { operator: true },
    args: {
      input: t.arg({
        type: ApiKeyRevokeInput,
        required: true,
        description: 'Id of a live or revoked key; not_found otherwise.',
      }),
    },
    resolve: (_root, { input }, { app }) => revokeApiKey(app, input.id),
  }),
}));
