/** A person across the workspaces of a platform: everything that is kept about one address. */

import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { countMessages, listMessages } from '../src/messages/list/list-messages.ts';
import { findErasuresById } from '../src/people/find-erasures-by-id.ts';
import {
  countWorkspacesOf,
  type ErasedPlace,
  listContactsOf,
  listErasedAddresses,
} from '../src/people/find-in-workspaces.ts';
import { type AddressHolder, findPerson } from '../src/people/find-person.ts';
import { countSuppressionsOf, listSuppressionsOf } from '../src/suppressions/list-suppressions-of.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Contact, ContactConnection } from './contact.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { Message } from './message.ts';
import { MessageConnection } from './messages.ts';
import { Erasure } from './person.ts';
import { workspaceOf } from './relations.ts';
import { Suppression, SuppressionConnection } from './suppression.ts';
import { Workspace } from './workspace.ts';

const ErasedAddress = builder.objectRef<ErasedPlace>('ErasedAddress').implement({
  description:
    'The trace that an erasure left of an address in one workspace: a keyed hash, which counts as the latest opt-out.',
  fields: (t) => ({
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      description: 'Time of the latest request to erase. Consent up to this time no longer counts.',
    }),
    workspace: t.field({
      type: Workspace,
      nullable: true,
      description: 'The customer whose data was erased.',
      resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
    }),
    erasure: t.field({
      type: Erasure,
      nullable: true,
      description: 'The request with its progress; null where no request of that time is recorded.',
      resolve: ({ erasureId }, _args, viewer, info) =>
        erasureId === null
          ? null
          : loadTogether(viewer, info, {
              what: 'erasure',
              id: erasureId,
              returned: true,
              read: (ids, query) => findErasuresById(tenant(viewer), ids, query),
            }),
    }),
  }),
});

/** A list with one row at most for each workspace, in the order of the workspaces. */
const byWorkspace = {
  keyOf: ({ workspaceId }: { readonly workspaceId: string }) => workspaceId,
  pattern: byId.pattern,
};

const ofLargePlatforms =
  'On platforms with very many workspaces, a page may have fewer rows although hasNextPage is true.';

const Person = builder.objectRef<AddressHolder>('Person').implement({
  description: 'The holder of an address, as all workspaces of the platform know the address.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'The address as the request has it.' }),
    contacts: t.connection(
      {
        type: Contact,
        description: `The contacts that hold the address now, ordered by the ids of their workspaces. ${ofLargePlatforms}`,
        resolve: ({ addressHash }, args, viewer, info) => {
          const ctx = tenant(viewer);
          const read = (window: PageWindow, query: RowQuery) => listContactsOf(ctx, addressHash, window, query);
          const count = (limit: number) => countWorkspacesOf(ctx, 'contacts', addressHash, limit);
          return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byWorkspace);
        },
      },
      ContactConnection,
    ),
    suppressions: t.connection(
      {
        type: Suppression,
        description: 'The suppressions of the address, of the platform and of its workspaces, newest first.',
        resolve: ({ addressHash }, args, viewer, info) => {
          const ctx = tenant(viewer);
          const read = (window: PageWindow, query: RowQuery) => listSuppressionsOf(ctx, addressHash, window, query);
          const count = (limit: number) => countSuppressionsOf(ctx, addressHash, limit);
          return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
        },
      },
      SuppressionConnection,
    ),
    erasedAddresses: t.connection(
      {
        type: ErasedAddress,
        description: `The traces that erasures left of the address, ordered by the ids of their workspaces. ${ofLargePlatforms}`,
        resolve: ({ addressHash }, args, viewer) => {
          const ctx = tenant(viewer);
          const read = (window: PageWindow) => listErasedAddresses(ctx, addressHash, window);
          const count = (limit: number) => countWorkspacesOf(ctx, 'erased_addresses', addressHash, limit);
          return keysetConnection(args, { query: {}, read, count }, byWorkspace);
        },
      },
      { name: 'ErasedAddressConnection' },
      { name: 'ErasedAddressEdge' },
    ),
    messages: t.connection(
      {
        type: Message,
        description: `The messages of the last 90 days to the address, newest first. ${ofLargePlatforms}`,
        resolve: ({ email }, args, viewer, info) => {
          const ctx = tenant(viewer);
          const list = { workspace: null, filter: { recipient: email }, order: 'desc' } as const;
          const read = (window: PageWindow, query: RowQuery) => listMessages(ctx, list, window, query);
          const count = (limit: number) => countMessages(ctx, list, limit);
          return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
        },
      },
      MessageConnection,
    ),
  }),
});

builder.queryField('person', (t) =>
  t.field({
    type: Person,
    complexity: { field: 3 * workCost.acrossWorkspaces, multiplier: 1 },
    description:
      'Finds what the workspaces of the platform keep about an address. An address that none of them knows has empty lists. Costs as much as 900 fields.',
    args: { email: t.arg.string({ required: true, description: 'The whole address, in any case.' }) },
    resolve: (_root, { email }, viewer) => findPerson(tenant(viewer), email),
  }),
);
