/** The query that finds several objects by their ids, such as those of a page of a log (docs/rules.md#objects-by-id). */
import type { GraphQLResolveInfo } from 'graphql';
import { findContactsById } from '../src/contacts/find-contacts-by-id.ts';
import type { Ctx, Viewer } from '../src/context.ts';
import { findEventTypesById } from '../src/event-types/find-event-types-by-id.ts';
import { findEventRecords } from '../src/events/find-event-records.ts';
import { type DomainError, invalid } from '../src/ground/errors/errors.ts';
import { pageSize } from '../src/ground/lists/keyset.ts';
import { findImportsById } from '../src/imports/find-imports-by-id.ts';
import { findMessagesById } from '../src/messages/find-messages-by-id.ts';
import { findErasuresById } from '../src/people/find-erasures-by-id.ts';
import { type Located, type LocatedType, locateIds } from '../src/platforms/locate-id.ts';
import { findSuppressionsById } from '../src/suppressions/find-suppressions-by-id.ts';
import { findWebhooksById } from '../src/webhooks/find-webhooks-by-id.ts';
import { findWorkspacesById } from '../src/workspaces/find-workspaces-by-id.ts';
import { builder, tenant } from './builder.ts';
import { type RowQuery, rowQuery } from './connection.ts';
import { workCost } from './field-cost.ts';
import { has, lacks } from './needs.ts';
import { asNode, Node } from './node.ts';
import { findNode } from './node-field.ts';
import { typeNeeds } from './scopes.ts';

type Row = { readonly id: string };
type FindMany = (ctx: Ctx, ids: readonly string[], query: RowQuery) => Promise<readonly Row[]>;

/** Types of which a platform has many; rows of the others are read one by one. */
const together: Readonly<Partial<Record<LocatedType, FindMany>>> = {
  Contact: findContactsById,
  Erasure: findErasuresById,
  Event: findEventRecords,
  EventType: findEventTypesById,
  Import: findImportsById,
  Message: findMessagesById,
  Suppression: findSuppressionsById,
  Webhook: findWebhooksById,
  Workspace: findWorkspacesById,
};

/** Types whose rows are shown in a live workspace alone. */
const inWorkspaces: readonly LocatedType[] = ['Event', 'Message'];

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: true, items: true },
    complexity: ({ ids }) => ({ field: workCost.node * ids.length, multiplier: ids.length }),
    description: `Finds up to ${pageSize} objects of the platform by their ids, in the order of the ids; null for an id that no object has. An object that the key may not see is null as well, with an error of its own. Costs as much as ${workCost.node} fields for each id.`,
    args: { ids: t.arg.idList({ required: true, description: 'Ids as REST, webhooks and logs show them.' }) },
    resolve: async (_root, { ids }, viewer, info) => {
      if (ids.length > pageSize) throw invalid({ ids: [`must have at most ${pageSize} ids`] });
      const located = await liveOnly(tenant(viewer), await locateIds(tenant(viewer), ids));
      const found = new Map<string, Row | DomainError>();
      for (const [type, places] of Map.groupBy(located, (place) => place.type)) {
        const lacking = (typeNeeds[type] ?? []).filter((need) => !has(viewer, need));
        // The others of a page of mixed ids are shown.
        if (lacking.length > 0) for (const { id } of places) found.set(id, lacks(lacking));
        else for (const row of await findAll(viewer, info, type, places)) found.set(row.id, row);
      }
      // GraphQL makes an error among the items the error of its item.
      return ids.map((id) => found.get(id) ?? null) as readonly (Row | null)[];
    },
  }),
);

async function findAll(viewer: Viewer, info: GraphQLResolveInfo, type: LocatedType, places: readonly Located[]) {
  const findMany = together[type];
  if (!findMany) {
    const rows: (Row | null)[] = [];
    for (const place of places) rows.push(await findNode(viewer, info, place));
    return rows.filter((row) => row !== null);
  }
  const query = type === 'Event' ? {} : rowQuery(viewer, info, type);
  const ids = places.map(({ id }) => id);
  return (await findMany(tenant(viewer), ids, query)).map((row) => asNode(row, type));
}

/** Leaves out rows of deleted workspaces. */
async function liveOnly(ctx: Ctx, located: readonly Located[]): Promise<readonly Located[]> {
  const bound = located.filter(({ type }) => inWorkspaces.includes(type));
  const workspaceIds = bound.flatMap(({ workspaceId }) => workspaceId ?? []);
  const live = await findWorkspacesById(ctx, workspaceIds, { select: { id: true } });
  const isLive = ({ workspaceId }: Located) => live.some(({ id }) => id === workspaceId);
  return located.filter((place) => !bound.includes(place) || isLive(place));
}
