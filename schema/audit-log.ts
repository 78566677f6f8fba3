/** The audit log: who changed what, and when. */
import { countAuditEntries, listAuditEntries } from '../src/audit/list-audit-entries.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { findApiKeysById } from '../src/platforms/keys/find-api-keys-by-id.ts';
import { ApiKey } from './api-key.ts';
import { builder } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { loadTogether } from './load-together.ts';

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'One change by the operator or with an API key. The entry holds none of the values that were written.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    operation: t.exposeString('operation', {
      description: 'The mutation, such as workspaceSuspend; REST requests run the same mutations.',
    }),
    apiKeyId: t.exposeID('apiKeyId', {
      nullable: true,
      description: 'Id of the key that made the change; null for the operator.',
    }),
    apiKey: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The key that made the change, as it is now; null for the operator, and once the key is removed.',
      select: { apiKeyId: true },
      resolve: ({ apiKeyId: id }, _args, viewer, info) =>
        id === null
          ? null
          : loadTogether(viewer, info, {
              what: 'api key',
              id,
              returned: true,
              read: (ids, query) => findApiKeysById(viewer, ids, query),
            }),
    }),
    platformId: t.exposeID('platformId', {
      nullable: true,
      description: 'Id of the platform that the change concerns; null where no single one is known.',
    }),
    objectType: t.exposeString('objectType', { description: 'Type of the changed object, such as Workspace.' }),
    objectId: t.exposeString('objectId', {
      nullable: true,
      description:
        'Id of the changed object, or the name of an event type or attribute; null where the process died before the id was noted.',
    }),
    requestId: t.exposeID('requestId', {
      description: 'The `Request-Id` of the response to the request, as in the log of the service.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Code of the error with which the operation ended after it had written something; usually null.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
  }),
});

const AuditFilter = builder.inputType('AuditFilter', {
  description: 'Conditions for entries, all of which must hold.',
  fields: (t) => ({
    operation: t.string({ description: 'Name of a mutation, such as apiKeyRevoke.' }),
    apiKey: t.id({ description: 'Only changes with the key of this id.' }),
    byOperator: t.boolean({ description: 'true: only changes by the operator; false: only changes with keys.' }),
    object: t.string({ description: 'Only changes of the object with this id or name.' }),
    from: t.field({ type: 'DateTime', description: 'Only changes of this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only changes before this time.' }),
  }),
});

builder.queryField('auditLog', (t) =>
  t.connection(
    {
      type: AuditEntry,
      description:
        'Changes of the last 400 days by the operator and with API keys, newest first; emits and the sync of contacts are left out. A platform gets its own entries, the operator those of all. With filters, a page of a long list may have fewer rows although hasNextPage is true.',
      skipTypeScopes: true,
      args: {
        filter: t.arg({ type: AuditFilter, description: 'Narrows the list; omitted: every entry.' }),
        platformId: t.arg.id({ description: 'Only entries of this platform.' }),
      },
      resolve: (_root, { filter, platformId, ...args }, viewer, info) => {
        const wanted = { ...filter, platformId: viewer.platformId ?? platformId ?? null };
        const read = (window: PageWindow, query: RowQuery) => listAuditEntries(viewer.app, wanted, window, query);
        const count = (limit: number) => countAuditEntries(viewer.app, wanted, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'AuditEntryConnection' },
    { name: 'AuditEntryEdge' },
  ),
);
