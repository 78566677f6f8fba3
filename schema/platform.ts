/** Platforms: the callers of the service. Everything but a platform's own name is for the operator. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { createPlatform } from '../src/platforms/create-platform.ts';
import { findPlatform } from '../src/platforms/find-platform.ts';
import type { CreatedApiKey } from '../src/platforms/keys/write-api-key.ts';
import { setRequestLimit } from '../src/platforms/limits/set-request-limit.ts';
import { setWorkspaceCeiling } from '../src/platforms/limits/set-workspace-ceiling.ts';
import { countPlatforms, listPlatforms, type PlatformOrder } from '../src/platforms/list-platforms.ts';
import { setPlatformSuspension } from '../src/platforms/set-platform-suspension.ts';
import { updatePlatform } from '../src/platforms/update-platform.ts';
import { ApiKey, createdKey } from './api-key.ts';
import { builder } from './builder.ts';
import { byPlace, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Node } from './node.ts';

/** An operator names no platform in the header for these. */
const forOperator = { skipTypeScopes: true } as const;

/** Keys in a platform's own list, which has no pages. */
const keysShown = 50;

export const Platform = builder.prismaObject('Platform', {
  description: 'One caller of the service.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    workspaceCeiling: t.exposeInt('workspaceCeiling', {
      nullable: true,
      description: 'Limit of live workspaces; null: no limit.',
    }),
    requestLimit: t.exposeInt('requestLimit', {
      nullable: true,
      description: 'Requests a minute; null: the limit of the deployment.',
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the operator suspended the platform; null while the platform is active.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time at which the operator created the platform.',
    }),
    apiKeys: t.relation('apiKeys', {
      description: `The first ${keysShown} keys of the platform, oldest first, revoked keys included; without secrets. \`apiKeys\` of Query lists them all.`,
      complexity: { field: 1, multiplier: keysShown },
      query: { orderBy: { id: 'asc' }, take: keysShown },
    }),
  }),
});

const PlatformOrderEnum = builder.enumType('PlatformOrder', {
  description:
    'Sequences of a list of platforms, by the time of their creation or by name. A platform that is renamed between two pages changes its place.',
  values: {
    newest_first: { description: 'Latest creation first; the usual order.' },
    oldest_first: { description: 'Earliest creation first.' },
    name: { description: 'Alphabetical without regard to case; letters beyond a to z follow z.' },
  } satisfies Record<PlatformOrder, object>,
});

const places: Readonly<Record<PlatformOrder, RegExp>> = {
  newest_first: /^[0-9A-Z]{26}$/,
  oldest_first: /^[0-9A-Z]{26}$/,
  // A label of 128 characters may become longer in lower case.
  name: /^[\s\S]{1,400}\t[0-9A-Z]{26}$/,
};

builder.queryField('platforms', (t) =>
  t.connection(
    {
      type: Platform,
      description:
        'For the operator: the platforms. With a search, a page of a long list may have fewer rows although hasNextPage is true.',
      ...forOperator,
      args: {
        search: t.arg.string({ description: 'Part of the name, in any case; 1 to 255 characters.' }),
        orderBy: t.arg({
          type: PlatformOrderEnum,
          defaultValue: 'newest_first',
          description: 'Whether the latest or the earliest creation comes first, or the first name of the alphabet.',
        }),
      },
      resolve: (_root, { search, orderBy, ...args }, viewer, info) => {
        const wanted = { search, order: orderBy ?? 'newest_first' };
        const read = (window: PageWindow, query: RowQuery) => listPlatforms(viewer.app, wanted, window, query);
        const count = (limit: number) => countPlatforms(viewer.app, wanted, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byPlace(places[wanted.order]));
      },
    },
    { name: 'PlatformConnection' },
    { name: 'PlatformEdge' },
  ),
);

const PlatformCreateInput = builder.inputType('PlatformCreateInput', {
  description: 'A platform to create; its first key is created with it.',
  fields: (t) => ({ name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }) }),
});

const PlatformUpdateInput = builder.inputType('PlatformUpdateInput', {
  description: 'A new label for a platform.',
  fields: (t) => ({
    platformId: t.id({ required: true, description: 'Id from platformCreate or the list of platforms.' }),
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
  }),
});

const PlatformSuspensionInput = builder.inputType('PlatformSuspensionInput', {
  description: 'A platform whose keys are to be rejected, or accepted again.',
  fields: (t) => ({
    platformId: t.id({ required: true, description: 'Id from platformCreate or the list of platforms.' }),
  }),
});

const WorkspaceCeilingSetInput = builder.inputType('WorkspaceCeilingSetInput', {
  description: 'The largest number of live workspaces of one platform.',
  fields: (t) => ({
    platformId: t.id({ required: true, description: 'Id from platformCreate or the list of platforms.' }),
    ceiling: t.int({ description: 'Limit of live workspaces; omitted or null: no limit. Existing workspaces stay.' }),
  }),
});

const RequestLimitSetInput = builder.inputType('RequestLimitSetInput', {
  description: 'The requests a minute of one platform.',
  fields: (t) => ({
    platformId: t.id({ required: true, description: 'Id from platformCreate or the list of platforms.' }),
    perMinute: t.int({ description: 'Requests a minute; omitted or null: the limit of the deployment.' }),
  }),
});

const PlatformPayload = builder.objectRef<{ readonly id: string }>('PlatformPayload').implement({
  description: 'Result of the mutations that change a platform.',
  fields: (t) => ({
    platform: t.prismaField({
      type: 'Platform',
      description: 'The platform after the change.',
      resolve: (query, { id }, _args, { app }) => findPlatform(app, id, query),
    }),
  }),
});

const PlatformCreatePayload = builder
  .objectRef<{ readonly id: string; readonly apiKey: CreatedApiKey }>('PlatformCreatePayload')
  .implement({
    description: 'The new platform with its first key.',
    fields: (t) => ({
      platform: t.prismaField({
        type: 'Platform',
        description: 'The new platform, without a sending domain.',
        resolve: (query, { id }, _args, { app }) => findPlatform(app, id, query),
      }),
      apiKey: t.field({
        type: ApiKey,
        description: 'The first key of the platform. Only this response holds the secret.',
        resolve: ({ id, apiKey }) => createdKey(id, apiKey),
      }),
    }),
  });

builder.mutationFields((t) => ({
  platformCreate: t.field({
    type: PlatformCreatePayload,
    description: 'For the operator: creates a platform and its first key.',
    ...forOperator,
    args: { input: t.arg({ type: PlatformCreateInput, required: true, description: 'A label for people.' }) },
    resolve: (_root, { input }, { app }) => createPlatform(app, input),
  }),
  platformUpdate: t.field({
    type: PlatformPayload,
    description: 'For the operator: renames a platform.',
    ...forOperator,
    args: {
      input: t.arg({ type: PlatformUpdateInput, required: true, description: 'The platform and its new label.' }),
    },
    resolve: async (_root, { input }, { app }) => ({ id: await updatePlatform(app, input) }),
  }),
  platformSuspend: t.field({
    type: PlatformPayload,
    description:
      'For the operator: suspends a platform. Its keys are rejected with platform_suspended, and its mail waits. Repeating changes nothing.',
    ...forOperator,
    args: {
      input: t.arg({
        type: PlatformSuspensionInput,
        required: true,
        description: 'Id of a platform whose mail shall wait.',
      }),
    },
    resolve: async (_root, { input }, { app }) => ({ id: await setPlatformSuspension(app, input.platformId, true) }),
  }),
  platformResume: t.field({
    type: PlatformPayload,
    description: 'For the operator: ends the suspension of a platform. Repeating changes nothing.',
    ...forOperator,
    args: {
      input: t.arg({
        type: PlatformSuspensionInput,
        required: true,
        description: 'Id of a platform whose mail shall leave again.',
      }),
    },
    resolve: async (_root, { input }, { app }) => ({ id: await setPlatformSuspension(app, input.platformId, false) }),
  }),
  workspaceCeilingSet: t.field({
    type: PlatformPayload,
    description: 'For the operator: limits the live workspaces of a platform.',
    ...forOperator,
    args: {
      input: t.arg({
        type: WorkspaceCeilingSetInput,
        required: true,
        description: 'The platform and the largest number of live workspaces.',
      }),
    },
    resolve: async (_root, { input }, { app }) => ({ id: await setWorkspaceCeiling(app, input) }),
  }),
  requestLimitSet: t.field({
    type: PlatformPayload,
    description: 'For the operator: sets the requests a minute that a platform may send.',
    ...forOperator,
    args: {
      input: t.arg({
        type: RequestLimitSetInput,
        required: true,
        description: 'The platform and the requests a minute.',
      }),
    },
    resolve: async (_root, { input }, { app }) => ({ id: await setRequestLimit(app, input) }),
  }),
}));
