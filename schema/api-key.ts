/** API keys, each for one platform. */
import { ApiKeyScope } from '../prisma/generated/client.ts';
import { notFound } from '../src/ground/errors/errors.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { createApiKey } from '../src/platforms/keys/create-api-key.ts';
import { type ApiKeyPlace, findApiKey } from '../src/platforms/keys/find-api-key.ts';
import { countApiKeys, listApiKeys } from '../src/platforms/keys/list-api-keys.ts';
import { revokeApiKey } from '../src/platforms/keys/revoke-api-key.ts';
import { inOrder } from '../src/platforms/keys/scopes.ts';
import { updateApiKey } from '../src/platforms/keys/update-api-key.ts';
import type { CreatedApiKey } from '../src/platforms/keys/write-api-key.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Node } from './node.ts';
import { shownSecret } from './shown-secret.ts';
import { fromArg, untilArg } from './time-range.ts';

const ApiKeyScopeEnum = builder.enumType(ApiKeyScope, {
  name: 'ApiKeyScope',
  description: 'One right of an API key. Each field that needs one says so.',
  values: {
    send: { description: 'Emits events; with `people` also writes contacts and erases people.' },
    read: { description: 'Shows states, counts and settings, without addresses or contents.' },
    people: { description: 'Shows addresses, contacts, payloads, contents and suppressions.' },
    manage: { description: 'Changes settings: workspaces, templates, endpoints, the sending domain. Lists keys.' },
    keys: { description: 'Together with `manage` creates, renames, expires and revokes keys. Granted only by name.' },
    resend: {
      description:
        'Sends a message again that did not arrive, as keys with `send` and `manage` may too. Granted only by name.',
    },
  },
});

export const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A bearer token that reads and writes the data of one platform.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    scopes: t.field({
      type: [ApiKeyScopeEnum],
      description: 'Rights of the key, which never change: send, read, people, manage, keys and resend.',
      select: { scopes: true },
      resolve: ({ scopes }) => inOrder(scopes),
    }),
    workspace: t.relation('workspace', {
      nullable: true,
      description: 'The only workspace that exists for the key; null: all workspaces of the platform.',
    }),
    secret: t.string({
      nullable: true,
      description:
        'The bearer token for the Authorization header, in the response that creates the key; null in any other.',
      resolve: shownSecret,
    }),
    platform: t.relation('platform', { description: 'The platform whose data the key reads and writes.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time at which the operator or another key created the key.',
    }),
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
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of a recent request with the key, up to two minutes behind; null before the first one.',
    }),
  }),
});

/** A new key as the row of a key, with its secret. */
export function createdKey(platformId: string, key: CreatedApiKey) {
  const { scopes, ...created } = key;
  const unset = { revokedAt: null, lastUsedAt: null, suspendedAt: null };
  return { ...created, ...unset, scopes: [...scopes], platformId, tokenHash: new Uint8Array() };
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

builder.queryField('apiKeys', (t) =>
  t.connection(
    {
      type: ApiKey,
      description: 'The keys of the platform without their secrets, newest first, revoked keys included.',
      args: {
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { from, until, ...args }, viewer, info) => {
        const times = { from, until };
        const read = (window: PageWindow, query: RowQuery) => listApiKeys(tenant(viewer), times, window, query);
        const count = (limit: number) => countApiKeys(tenant(viewer), times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'ApiKeyConnection' },
    { name: 'ApiKeyEdge' },
  ),
);

const ApiKeyCreateInput = builder.inputType('ApiKeyCreateInput', {
  description: 'Input of apiKeyCreate. A platform may have several live keys, for example during a rotation.',
  fields: (t) => ({
    platformId: t.id({
      description:
        'Id from platformCreate or the list of platforms; not_found otherwise. Omitted: the platform of the request.',
    }),
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
    scopes: t.field({
      type: [ApiKeyScopeEnum],
      description:
        'Rights of the new key, which never change. A key grants no scope that it lacks. Omitted: all scopes of the sender but `keys`.',
    }),
    workspace: t.id({
      description: 'Id of the only workspace of the new key, or ref:<reference>. Omitted: all workspaces.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'Expiry, not after that of the key which makes this one. Omitted: the same, or none for the operator.',
    }),
  }),
});

const ApiKeyUpdateInput = builder.inputType('ApiKeyUpdateInput', {
  description: 'Input of apiKeyUpdate; omitted fields keep their values.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of a key of the platform; for the operator of any platform.' }),
    name: t.string({ description: 'A label for people; at most 128 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'The new expiry, in the future; null removes the expiry.' }),
  }),
});

const ApiKeyRevokeInput = builder.inputType('ApiKeyRevokeInput', {
  description: 'A revocation cannot be undone.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of a key of the platform; for the operator of any platform.' }),
  }),
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
  description: 'Result of apiKeyUpdate and apiKeyRevoke.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'The key after the change, without its secret.',
      resolve: (query, place, _args, { app }) => findApiKey(app, place, query),
    }),
  }),
});

builder.mutationFields((t) => ({
  apiKeyCreate: t.field({
    type: ApiKeyCreatePayload,
    description:
      'Creates another key of the platform, with no more rights and no longer life than the key that makes it. The operator creates any key. Errors: forbidden.',
    skipTypeScopes: true,
    args: {
      input: t.arg({
        type: ApiKeyCreateInput,
        required: true,
        description: 'A label, and the rights and the expiry of the new key.',
      }),
    },
    resolve: async (_root, { input }, viewer) => {
      const { platformId, ...key } = await createApiKey(viewer.app, input, viewer);
      return { apiKey: createdKey(platformId, key) };
    },
  }),
  apiKeyUpdate: t.field({
    type: ApiKeyPayload,
    description: 'Changes the label or the expiry of a key. Scopes and workspace never change. Errors: forbidden.',
    skipTypeScopes: true,
    args: {
      input: t.arg({
        type: ApiKeyUpdateInput,
        required: true,
        description: 'Id of a key, and its new label or expiry.',
      }),
    },
    resolve: (_root, { input }, viewer) => updateApiKey(viewer.app, input, viewer),
  }),
  apiKeyRevoke: t.field({
    type: ApiKeyPayload,
    description: 'Revokes a key; every process rejects it within a second. Revoking it again changes nothing.',
    skipTypeScopes: true,
    args: {
      input: t.arg({
        type: ApiKeyRevokeInput,
        required: true,
        description: 'Id of a live or revoked key; not_found otherwise.',
      }),
    },
    resolve: (_root, { input }, viewer) => revokeApiKey(viewer.app, input.id, viewer),
  }),
}));
