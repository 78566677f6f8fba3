/**
 * The builder that every file of schema/ adds to (docs/rules.md#graphql-schema). This folder holds types, arguments, scopes and one call of a verb for
 * each field.
 *
 * Prisma only reads: Pothos plans the columns and relations of a read, and the verb runs the read with Prisma. Every
 * write and every lock is SQL, in the verb, on the pool. test/architecture.test.ts holds the split.
 */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin, { type AuthFailure } from '@pothos/plugin-scope-auth';
import type { GraphQLResolveInfo } from 'graphql';
import type PrismaTypes from '../prisma/generated/pothos-types.ts';
import { getDatamodel } from '../prisma/generated/pothos-types.ts';
import type { Ctx, Viewer } from '../src/context.ts';
import { DomainError } from '../src/ground/errors/errors.ts';
import { platformContext } from '../src/platforms/platform-context.ts';
import { auditPlugin } from './audit-plugin.ts';
import { CalendarDay } from './calendar-day.ts';
import { countMax, type RowCount } from './count-rows.ts';
import { DateTime } from './date-time.ts';
import { fieldCost, workCost } from './field-cost.ts';
import { Json, JsonObject } from './json-scalars.ts';
import { has, lacks } from './needs.ts';
import { needsPlugin } from './needs-plugin.ts';
import { ownCost } from './own-cost.ts';
import { restTypes } from './rest-types.ts';
import type { Need, Needs } from './scopes.ts';
import { verbReadsPlugin } from './verb-reads-plugin.ts';

export const builder = new SchemaBuilder<{
  Context: Viewer;
  PrismaTypes: PrismaTypes;
  AuthScopes: { platform: boolean } & Record<Need, boolean>;
  DefaultFieldNullability: false;
  /** What a connection of `keysetConnection` has beside its page. */
  Connection: { readonly countRows: () => Promise<RowCount> };
  Scalars: {
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: unknown };
  };
}>({
  plugins: [
    ScopeAuthPlugin,
    RelayPlugin,
    PrismaPlugin,
    ComplexityPlugin,
    ownCost,
    restTypes,
    needsPlugin,
    auditPlugin,
    verbReadsPlugin,
  ],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    firstArgOptions: {
      description: 'Page size from the start of the list, 0 to 100. Default: 50.',
    },
    afterArgOptions: { description: 'Rows that follow this cursor.' },
    lastArgOptions: { description: 'Page size from the end of the list, 0 to 100.' },
    beforeArgOptions: { description: 'Rows that come before this cursor.' },
    pageInfoTypeOptions: { description: 'Position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether rows follow the page.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows come before the page.' },
    startCursorFieldOptions: { description: 'The cursor of the first row; null when the page is empty.' },
    endCursorFieldOptions: { description: 'The cursor of the last row; null when the page is empty.' },
    defaultConnectionTypeOptions: {
      description: 'A page of a list. Rows that are added or removed meanwhile cause no gap and no repetition.',
    },
    nodesOnConnection: {
      complexity: { field: 1, multiplier: 1 },
      description: 'The objects of the page without their cursors, in the order of the list.',
    },
    edgesFieldOptions: { description: 'The rows of the page, in the order of the list.' },
    pageInfoFieldOptions: { description: 'Cursors of the page, and whether rows lie before or after.' },
    defaultEdgeTypeOptions: { description: 'A row of a page.' },
    cursorFieldOptions: { description: 'The place of the row in its list, for `after` and `before`.' },
    nodeFieldOptions: { description: 'The object of this row.' },
  },
  // Counted where GraphQL is served (src/http/graphql/limits/graphql-limits.ts); REST runs documents of the service.
  complexity: { disabled: true, fieldComplexity: (args, _viewer, { type }) => fieldCost(args, type) },
  prisma: {
    client: (viewer) => viewer.app.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    onUnusedQuery: null,
  },
  scopeAuth: {
    authScopes: (viewer) => ({
      platform: viewer.platformId !== null,
      operator: viewer.operator,
      allWorkspaces: has(viewer, 'allWorkspaces'),
      send: has(viewer, 'send'),
      read: has(viewer, 'read'),
      people: has(viewer, 'people'),
      manage: has(viewer, 'manage'),
      keys: has(viewer, 'keys'),
      resend: has(viewer, 'resend'),
    }),
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, viewer, info, { failure }) =>
      viewer.operator || viewer.platformId === null ? platformMissing(viewer) : lacks(lackingAt(viewer, info, failure)),
  },
});

/** A test compares it with src/http/graphql/limits/graphql-limits.ts. */
const requestLimits =
  'A document may have 65,536 bytes, 100 levels of brackets, 2,000 tokens, 400 selections, 32 aliases, 9 directives and a depth of 8. An operation may cost 10,000: each field costs 1, or the number in its description, for each possible row. A response has at most 16 MB, that of a mutation 4 MB.';
const writeLimits =
  'Each field takes one token of the request limit before the first field is executed. A body may have 2 MiB, with contactBatchUpsert 8 MiB, with fileCreate 16 MiB, with eventEmit and eventBatchEmit 32 MiB.';

builder.queryType({ description: `Reads. ${requestLimits}`, authScopes: { platform: true } });
builder.mutationType({
  description: `Writes, each in one transaction. ${writeLimits}`,
  authScopes: { platform: true },
});

builder.subscriptionType({
  description:
    'Live changes, as server-sent events to a POST with Accept: text/event-stream. The first event comes at once; each has a cursor, and a subscription after the last cursor misses and repeats nothing. A stream lives 30 minutes at most; a key may have 100 at once. An event has at most 262,144 bytes.',
  authScopes: { platform: true },
});

const countLimit = countMax.toLocaleString('en');

builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    nullable: true,
    complexity: workCost.count,
    description: `Rows of the whole list, counted up to ${countLimit}. Costs as much as ${workCost.count} fields of each row; \`first: 0\` counts without reading a page.`,
    resolve: async ({ countRows }) => (await countRows()).count,
  }),
  totalCountCapped: t.boolean({
    nullable: true,
    complexity: workCost.count,
    description: `Whether the list has more than ${countLimit} rows, so that \`totalCount\` is ${countLimit}.`,
    resolve: async ({ countRows }) => (await countRows()).capped,
  }),
}));

builder.addScalarType('Date', CalendarDay);
builder.addScalarType('DateTime', DateTime);
builder.addScalarType('JSON', Json);
builder.addScalarType('JSONObject', JsonObject);

/** The platform's context of a request; fields that call it carry the scope `platform`. */
export function tenant(viewer: Viewer): Ctx {
  if (viewer.platformId === null) throw platformMissing(viewer);
  return platformContext(viewer, viewer.platformId);
}

/** What the key lacks for a field; for one of its arguments where the field alone would be allowed. */
function lackingAt(viewer: Viewer, { parentType, fieldName }: GraphQLResolveInfo, failure: AuthFailure): Needs {
  const needs = (parentType.getFields()[fieldName]?.extensions.needs ?? []) as Needs;
  const lacking = needs.filter((need) => !has(viewer, need));
  return lacking.length > 0 ? lacking : scopesIn(failure);
}

function scopesIn(failure: AuthFailure): Needs {
  if ('failures' in failure) return failure.failures.flatMap(scopesIn);
  return 'scope' in failure ? [failure.scope as Need] : [];
}

/** The operator's token is valid; only the platform is missing. */
function platformMissing({ operator }: Viewer): DomainError {
  const message = 'Name a platform that exists in the Tidings-Platform header: an operator acts for one.';
  return operator ? new DomainError('unauthenticated', message) : new DomainError('unauthenticated');
}
