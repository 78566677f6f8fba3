/** The list of a platform's workspaces. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { countWorkspaces, isByEmit, listWorkspaces, type WorkspaceOrder } from '../src/workspaces/list-workspaces.ts';
import { builder, tenant } from './builder.ts';
import { byPlace, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { costOfPage } from './field-cost.ts';
import { fromArg, untilArg } from './time-range.ts';
import { Workspace, WorkspaceStatusEnum } from './workspace.ts';
import { HealthStateEnum } from './workspace-standing.ts';

const usual: WorkspaceOrder = 'newest_first';

const WorkspaceOrderEnum = builder.enumType('WorkspaceOrder', {
  description:
    'Sequences of a list of workspaces, by the time of their creation or of their last emit. A workspace that emits between two pages changes its place.',
  values: {
    newest_first: { description: 'Latest creation first; the usual order.' },
    oldest_first: { description: 'Earliest creation first.' },
    latest_emit_first: {
      description: 'Latest emit of the last 90 days first; rejected on platforms with more than 4,000 workspaces.',
    },
    oldest_emit_first: {
      description:
        'Workspaces without an emit in the last 90 days first, then the earliest last emit; rejected on platforms with more than 4,000 workspaces.',
    },
  } satisfies Record<WorkspaceOrder, object>,
});

builder.queryField('workspaces', (t) =>
  t.connection(
    {
      type: Workspace,
      description:
        'The live workspaces, newest first; for a key of one workspace that one alone. With filters, a page of a long list may have fewer rows although hasNextPage is true. An order by emits costs as much as 300 fields more.',
      complexity: (args) => costOfPage(args, isByEmit(args.orderBy ?? usual)),
      args: {
        search: t.arg.string({
          description: 'Part of the name or of the reference, in any case; 1 to 255 characters.',
        }),
        status: t.arg({ type: WorkspaceStatusEnum, description: 'Only active or only suspended workspaces.' }),
        health: t.arg({ type: HealthStateEnum, description: 'Only workspaces in this sending level.' }),
        emittedSince: t.arg({
          type: 'DateTime',
          description: 'Only workspaces that emitted at this time or later, within the last 90 days.',
        }),
        silentSince: t.arg({
          type: 'DateTime',
          description: 'Only workspaces without an emit at this time or later.',
        }),
        from: t.arg(fromArg),
        until: t.arg(untilArg),
        orderBy: t.arg({
          type: WorkspaceOrderEnum,
          defaultValue: usual,
          description: 'Whether the latest or the earliest creation, or last emit, comes first.',
        }),
      },
      resolve: (
        _root,
        { orderBy, search, status, health, emittedSince, silentSince, from, until, ...args },
        viewer,
        info,
      ) => {
        const order = orderBy ?? usual;
        const filter = { search, status, health, emittedSince, silentSince, from, until, order };
        const read = (window: PageWindow, query: RowQuery) => listWorkspaces(tenant(viewer), filter, window, query);
        const count = (limit: number) => countWorkspaces(tenant(viewer), filter, limit);
        const place = isByEmit(order) ? /^[0-9A-Z]{52}$/ : /^[0-9A-Z]{26}$/;
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byPlace(place));
      },
    },
    { name: 'WorkspaceConnection' },
    { name: 'WorkspaceEdge' },
  ),
);
