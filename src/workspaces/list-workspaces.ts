import { z } from 'zod';
import { HealthState, type Prisma, type Workspace, WorkspaceStatus } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { listWork, withLookups } from '../db/list-work.ts';
import { type Bind, type FoundIds, readByIndexes, walk } from '../db/walk.ts';
import { parseInput, textFilter } from '../input.ts';
import {
  type Counted,
  countOf,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../page.ts';
import { ownWorkspaces } from '../platforms/own-rows.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;

const filters = z.object({
  search: textFilter(searchMaxLength),
  status: z.enum(WorkspaceStatus).nullish(),
  health: z.enum(HealthState).nullish(),
});

/** Orders of the list; each is that of the ids, which begin with the time of creation. */
const directions = { newest_first: 'desc', oldest_first: 'asc' } as const;

interface WorkspaceFilter extends z.input<typeof filters> {
  readonly order?: keyof typeof directions;
}

/**
 * The platform's live workspaces, newest first unless `order` says otherwise (docs/rules.md#list-work). `search`: part of
 * the name or of the reference, in any case. A key of one workspace gets that one. Rejects with `validation_failed`.
 */
export async function listWorkspaces(
  ctx: Ctx,
  filter: WorkspaceFilter,
  window: PageWindow,
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<ListPart<Workspace>> {
  const page = keyset(window, directions[filter.order ?? 'newest_first']);
  const found = await findIds(ctx, filter, page);
  const rows = await ctx.app.db.prisma.workspace.findMany({
    ...query,
    where: { ...listed(ctx), id: found ? { in: [...found.ids] } : page.range },
    orderBy: { id: page.direction },
    take: page.take,
  });
  return found ? partOf(rows, found) : { rows, end: null };
}

/** Counts the workspaces that `listWorkspaces` lists, up to `limit`. */
export async function countWorkspaces(ctx: Ctx, filter: WorkspaceFilter, limit: number): Promise<Counted> {
  const found = await findIds(ctx, filter, wholeList(limit));
  return found ? countOf(found) : ctx.app.db.prisma.workspace.count({ where: listed(ctx), take: limit });
}

function listed(ctx: Ctx) {
  return { ...ownWorkspaces(ctx), deletedAt: null };
}

/** Returns the ids of a page with filters; null without filters. */
async function findIds(ctx: Ctx, filter: WorkspaceFilter, page: Keyset): Promise<FoundIds | null> {
  const { search, status, health } = parseInput(filters, filter);
  if (search == null && status == null && health == null) return null;
  const index = {
    from: 'workspaces w',
    alias: 'w',
    key: 'w.id',
    columns: ['w.name', 'w.reference', 'w.status', 'w.platform_id'],
    prefix: [{ column: 'w.platform_id', value: ctx.platformId }],
    only: 'w.deleted_at IS NULL',
  };
  const holds = (column: string, text: string, bind: Bind) =>
    `position(lower(${bind(text)}) IN lower(coalesce(${column}, ''))) > 0`;
  const keep = (bind: Bind) =>
    [
      ...(ctx.workspaceId == null ? [] : [`w.id = ${bind(ctx.workspaceId)}`]),
      ...(search == null ? [] : [`(${holds('w.name', search, bind)} OR ${holds('w.reference', search, bind)})`]),
      ...(status == null ? [] : [`w.status = ${bind(status)}::workspace_status`]),
      ...(health == null ? [] : [`h.state = ${bind(health)}::health_state`]),
    ].join(' AND ');
  const { first, further } = health == null ? listWork : withLookups(listWork);
  const joined = () =>
    `(SELECT state FROM workspace_health WHERE platform_id = w.platform_id AND workspace_id = w.id OFFSET 0) h`;
  return readByIndexes(ctx.app.db, (client) =>
    walk(client, health == null ? index : { ...index, joined }, { page, keep, rows: first + further }),
  );
}
