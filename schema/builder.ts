/**
 * The builder that every file of schema/ adds to. What lives here: types, arguments, scopes and one call of a verb for
 * each field. Imports src/<noun>, src/context, src/errors and generated types alone.
 */
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars';
import type PrismaTypes from '../prisma/generated/pothos-types.ts';
import { getDatamodel } from '../prisma/generated/pothos-types.ts';
import type { Ctx, Viewer } from '../src/context.ts';
import { DomainError } from '../src/errors.ts';

export const builder = new SchemaBuilder<{
  Context: Viewer;
  PrismaTypes: PrismaTypes;
  AuthScopes: { platform: boolean; operator: boolean };
  DefaultFieldNullability: false;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: unknown };
  };
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  relay: { cursorType: 'String' },
  prisma: {
    client: (viewer) => viewer.app.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    onUnusedQuery: null,
  },
  scopeAuth: {
    authScopes: (viewer) => ({ platform: viewer.platformId !== null, operator: viewer.operator }),
    unauthorizedError: (_parent, viewer) =>
      viewer.operator || viewer.platformId === null ? new DomainError('unauthenticated') : new DomainError('forbidden'),
  },
});

builder.queryType({ description: 'Reads.', authScopes: { platform: true } });
builder.mutationType({ description: 'Writes. Each is one transaction.', authScopes: { platform: true } });

builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('JSON', JSONResolver);
builder.addScalarType('JSONObject', JSONObjectResolver);

/** The platform's context of a request; fields that call it carry the scope `platform`. */
export function tenant(viewer: Viewer): Ctx {
  if (viewer.platformId === null) throw new DomainError('unauthenticated');
  return { app: viewer.app, platformId: viewer.platformId, apiKeyId: viewer.apiKeyId };
}
