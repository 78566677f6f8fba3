import { z } from 'zod';
import { HealthState, type Prisma, type Workspace, WorkspaceStatus } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { listWork, parallelParts } from '../db/lists/list-work.ts';
import { type FoundIds, readByIndexes } from '../db/lists/walk.ts';
import { invalid } from '../ground/errors/errors.ts';
import { idAt } from '../ground/ids.ts';
import { parseInput, timestamp } from '../ground/input/input.ts';
import { searchFilter } from '../ground/lists/filter-texts.ts';
import {
  type Counted,
  countOf,
  inTime,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../ground/lists/keyset.ts';
import { eventLifetime } from '../retention/lifetimes.ts';
import { shownIds } from '../retention/partitions/shown-ids.ts';
import { ownWorkspaces } from '../tenant/own-rows.ts';
import { findWorkspaceIds, findWorkspacesByEmit, type WorkspaceQuestion } from './find-workspace-ids.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;

const filters = z.object({
  search: searchFilter(searchMaxLength),
  status: z.enum(WorkspaceStatus).nullish(),
  health: z.enum(HealthState).nullish(),
  emittedSince: timestamp.nullish(),
  silentSince: timestamp.nullish(),
  from: timestamp.nullish(),
  until: timestamp.nullish(),
});

/** Orders by the time of creation, with which ids begin. */
const byCreation = { newest_first: 'desc', oldest_first: 'asc' } as const;
/** Orders by the last emit. */
const byEmit = { latest_emit_first: 'desc', oldest_emit_first: 'asc' } as const;
const directions = { ...byCreation, ...byEmit };
export type WorkspaceOrder = keyof typeof directions;

/** Whether the last emit of each workspace decides about its place. */
export const isByEmit = (order: WorkspaceOrder) => Object.hasOwn(byEmit, order);

interface WorkspaceFilter extends z.input<typeof filters> {
  readonly order: WorkspaceOrder;
}

/** A workspace with its place in the order of the list. */
type Listed = Workspace & { readonly place: string };

/**
 * The platform's live workspaces (docs/rules.md#list-work, docs/rules.md#workspace-order). `search`: part of the name
 * or of the reference, in any case. A key of one workspace gets that one. Rejects with `validation_failed`, also for an
 * order by emits on a platform with too many workspaces.
 */
export async function listWorkspaces(
  ctx: Ctx,
  filter: WorkspaceFilter,
  window: PageWindow,
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<ListPart<Listed>> {
  const page = pageOf(filter, keyset(window, directions[filter.order]));
  const found = await findIds(ctx, filter, page);
  const rows = await ctx.app.db.prisma.workspace.findMany({
    ...query,
    where: { ...listed(ctx), id: found ? { in: found.ids.map(idOf) } : page.range },
    orderBy: { id: page.direction },
    take: page.take,
  });
  if (!found) return { rows: rows.map((row) => ({ ...row, place: row.id })), end: null };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inOrder = found.ids.flatMap((place) => {
    const row = byId.get(idOf(place));
    return row ? [{ ...row, place }] : [];
  });
  return partOf(inOrder, found);
}

/** The id of a workspace, with which its place ends. */
const idOf = (place: string) => place.slice(-26);

/** Counts the workspaces that `listWorkspaces` lists, up to `limit`. */
export async function countWorkspaces(ctx: Ctx, filter: WorkspaceFilter, limit: number): Promise<Counted> {
  const page = pageOf(filter, wholeList(limit));
  const found = await findIds(ctx, { ...filter, order: 'newest_first' }, page);
  const where = { ...listed(ctx), id: page.range };
  return found ? countOf(found) : ctx.app.db.prisma.workspace.count({ where, take: limit });
}

/** The part of a page that lies in the times of the filter. The places of an order by emits are no times of creation. */
function pageOf(filter: WorkspaceFilter, page: Keyset): Keyset {
  const { from, until } = parseInput(filters, filter);
  if (!isByEmit(filter.order)) return inTime(page, { from, until });
  for (const [argument, time] of Object.entries({ from, until })) {
    if (time != null) throw invalid({ [argument]: ['cannot be sent with an order by emits'] });
  }
  return page;
}

function listed(ctx: Ctx) {
  return { ...ownWorkspaces(ctx), deletedAt: null };
}

/** Returns the places of a page; null where the list is that of the rows of the platform. */
async function findIds(ctx: Ctx, { order, ...filter }: WorkspaceFilter, page: Keyset): Promise<FoundIds | null> {
  const { search = null, status = null, health = null, emittedSince, silentSince } = parseInput(filters, filter);
  const at = (time: Date | null | undefined) => (time == null ? null : idAt(time));
  const wanted = { search, status, health, emittedSince: at(emittedSince), silentSince: at(silentSince) };
  if (!isByEmit(order) && Object.values(wanted).every((value) => value === null)) return null;
  const { platformId, workspaceId, app } = ctx;
  const shown = shownIds(eventLifetime, app.clock.now());
  const question: WorkspaceQuestion = { ...wanted, platformId, workspaceId, shown, page };
  if (!isByEmit(order)) return readByIndexes(app.db, (client) => findWorkspaceIds(client, question, listWork));
  const found = await readByIndexes(app.db, (client) => findWorkspacesByEmit(client, question));
  if (found === null) throw invalid({ orderBy: [`must be another with more than ${parallelParts.most} workspaces`] });
  return found;
}
