/** Emits that were rejected: for whoever asks why an event never arrived. */
import { countRefusedEmits, listRefusedEmits } from '../src/events/refused/list-refused-emits.ts';
import { type RefusedEmitFilter, refusedEmitFilters } from '../src/events/refused/refused-emit-filters.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { filterInput, requireFilterNeeds } from './filter-input.ts';
import { workspaceOf } from './relations.ts';
import { Workspace } from './workspace.ts';

interface Fault {
  readonly path: string;
  readonly message: string | null;
}

const RefusedEmitFault = builder.objectRef<Fault>('RefusedEmitFault').implement({
  description: 'A field that the response to a rejected emit found fault with, and what it said.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Path of the field. A key of the payload that is no name is shown as *.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description:
        'The first sentence about it of the response, up to 200 characters; null where it is not kept, because it names an address.',
    }),
  }),
});

const RefusedEmit = builder.prismaObject('RefusedEmit', {
  description:
    'An emit that was rejected, without its payload and address. Under a flood, one row stands for several with the same code.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the record, a ULID.' }),
    requestId: t.exposeID('requestId', { description: 'Value of the Request-Id header of the response.' }),
    apiKeyId: t.exposeID('apiKeyId', {
      nullable: true,
      description: 'Id of the key that sent the request; null when the operator acted for the platform.',
    }),
    workspace: t.field({
      type: Workspace,
      nullable: true,
      description: 'The workspace of the request; null when the request named no live one, or after its deletion.',
      select: { workspaceId: true },
      resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
    }),
    eventTypeName: t.exposeString('eventType', {
      nullable: true,
      description: 'Type that the request named, registered or not; null when it named none in the form of a name.',
    }),
    code: t.exposeString('code', { description: 'Error code of the response, such as validation_failed.' }),
    fieldPaths: t.exposeStringList('fieldPaths', {
      description: 'Up to 10 paths of fields at fault. A key of the payload that is no name is shown as *.',
    }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description:
        'Idempotency key of the request; null when it had none in the form of a key, and after the erasure of its person.',
    }),
    faults: t.field({
      type: [RefusedEmitFault],
      description: 'Up to 10 fields at fault, with what the response said of each.',
      select: { fieldPaths: true, faultWords: true },
      resolve: ({ fieldPaths, faultWords }) =>
        fieldPaths.map((path, position) => ({ path, message: faultWords[position] || null })),
    }),
    times: t.exposeInt('times', {
      description: 'Number of rejected emits that the row stands for; the other fields are those of the last one.',
    }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'Time of the first emit that the row stands for.' }),
    at: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the rejection, of the last one among several.',
    }),
  }),
});

const RefusedEmitFilterInput = filterInput<RefusedEmitFilter>('RefusedEmitFilter', {
  description: 'Conditions that all refused emits of a list meet; an omitted condition admits every one.',
  filters: refusedEmitFilters,
});

builder.queryField('refusedEmits', (t) =>
  t.connection(
    {
      type: RefusedEmit,
      description:
        'Emits of the last 7 days that were rejected, newest first, a second or two after the response. With filters, a page may have fewer rows although hasNextPage is true.',
      args: { filter: t.arg({ type: RefusedEmitFilterInput, description: 'Conditions that every listed row meets.' }) },
      resolve: (_root, { filter, ...args }, viewer, info) => {
        requireFilterNeeds(viewer, refusedEmitFilters, filter ?? {});
        const read = (window: PageWindow, query: RowQuery) =>
          listRefusedEmits(tenant(viewer), filter ?? {}, window, query);
        const count = (limit: number) => countRefusedEmits(tenant(viewer), filter ?? {}, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'RefusedEmitConnection' },
    { name: 'RefusedEmitEdge' },
  ),
);
