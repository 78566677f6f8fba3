/** API keys: what opens the service for one platform. */
import { notFound } from '../src/errors.ts';
import { createApiKey } from '../src/platforms/create-api-key.ts';
import { findApiKey } from '../src/platforms/find-api-key.ts';
import { type ApiKeyPlace, revokeApiKey } from '../src/platforms/revoke-api-key.ts';
import type { CreatedApiKey as CreatedApiKeyShape } from '../src/platforms/write-api-key.ts';
import { builder, tenant } from './builder.ts';

builder.prismaObject('ApiKey', {
  description: 'A key of a platform. Its secret was shown when it was made, and is kept nowhere.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    platform: t.relation('platform', { description: 'Whom it opens the service for.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends; null: never.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

export const CreatedApiKey = builder.objectRef<CreatedApiKeyShape>('CreatedApiKey').implement({
  description: 'A key that was just made, with its secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    secret: t.exposeString('secret', { description: 'The key itself: shown now, and never again.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends; null: never.' }),
  }),
});

builder.queryField('currentKey', (t) =>
  t.prismaField({
    type: 'ApiKey',
    description: 'The key of this request.',
    resolve: (query, _root, _args, viewer) => {
      const { app, platformId, apiKeyId } = tenant(viewer);
      // An operator who acts for a platform has no key of it.
      if (apiKeyId === null) throw notFound('apiKey');
      return findApiKey(app, { platformId, id: apiKeyId }, query);
    },
  }),
);

const ApiKeyCreateInput = builder.inputType('ApiKeyCreateInput', {
  description: 'What a new key is given.',
  fields: (t) => ({
    platformId: t.string({ required: true, description: 'Whom it opens the service for.' }),
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends; never when left out.' }),
  }),
});

const ApiKeyRevokeInput = builder.inputType('ApiKeyRevokeInput', {
  description: 'Which key to end.',
  fields: (t) => ({ id: t.string({ required: true, description: 'Its id.' }) }),
});

const ApiKeyCreatePayload = builder
  .objectRef<{ readonly apiKey: CreatedApiKeyShape }>('ApiKeyCreatePayload')
  .implement({
    description: 'The key that was made.',
    fields: (t) => ({ apiKey: t.expose('apiKey', { type: CreatedApiKey, description: 'With its secret.' }) }),
  });

const ApiKeyPayload = builder.objectRef<ApiKeyPlace>('ApiKeyPayload').implement({
  description: 'The key that a mutation wrote.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'As it is now.',
      resolve: (query, place, _args, { app }) => findApiKey(app, place, query),
    }),
  }),
});

builder.mutationFields((t) => ({
  apiKeyCreate: t.field({
    type: ApiKeyCreatePayload,
    description: 'For the operator: makes another key of a platform.',
    skipTypeScopes: true,
    authScopes: { operator: true },
    args: { input: t.arg({ type: ApiKeyCreateInput, required: true, description: 'What it is given.' }) },
    resolve: async (_root, { input }, { app }) => ({ apiKey: await createApiKey(app, input) }),
  }),
  apiKeyRevoke: t.field({
    type: ApiKeyPayload,
    description: 'For the operator: ends a key, everywhere within a second. Repeating it is harmless.',
    skipTypeScopes: true,
    authScopes: { operator: true },
    args: { input: t.arg({ type: ApiKeyRevokeInput, required: true, description: 'Which key.' }) },
    resolve: (_root, { input }, { app }) => revokeApiKey(app, input.id),
  }),
}));
