import { z } from 'zod';
import { type Prisma, type Suppression, SuppressionReason } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type FoundIds, readByIndexes } from '../db/lists/walk.ts';
import { parseInput } from '../ground/input/input.ts';
import { searchFilter } from '../ground/lists/filter-texts.ts';
import {
  type Counted,
  countOf,
  inTime,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../ground/lists/keyset.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import {
  findOwn,
  findPlatformWide,
  findWideByHand,
  type SuppressionQuestion,
  seesAllByHand,
} from './find-suppressions.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;

const filters = z.object({
  search: searchFilter(searchMaxLength),
  reason: z.enum(SuppressionReason).nullish(),
  scope: z.enum(['workspace', 'platform']).nullish(),
  from: z.date().nullish(),
  until: z.date().nullish(),
});

/**
 * Returns the suppressions of a workspace, newest first (docs/rules.md#suppression-list). `search`: part of the address
 * in any case. Rejects with `not_found`, `validation_failed`.
 */
export async function listSuppressions(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  window: PageWindow,
  query: Prisma.SuppressionDefaultArgs = {},
): Promise<ListPart<Suppression>> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const wanted = parseInput(filters, filter);
  const page = inTime(keyset(window, 'desc'), wanted);
  const question = { ...questionOf(ctx, workspaceId, wanted), page };
  const found = await readByIndexes(ctx.app.db, (client) => findSuppressionIds(client, question));
  if (found.ids.length === 0) return partOf([], found);
  const rows = await ctx.app.db.prisma.suppression.findMany({
    ...query,
    where: { platformId: ctx.platformId, id: { in: [...found.ids] } },
    orderBy: { id: page.direction },
  });
  return partOf(rows, found);
}

/** Counts the suppressions that `listSuppressions` lists, up to `limit`. */
export async function countSuppressions(ctx: Ctx, workspace: string, filter: unknown, limit: number): Promise<Counted> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const wanted = parseInput(filters, filter);
  const page = inTime(wholeList(limit), wanted);
  const question = { ...questionOf(ctx, workspaceId, wanted), page };
  return countOf(await readByIndexes(ctx.app.db, (client) => findSuppressionIds(client, question)));
}

const questionOf = (ctx: Ctx, workspaceId: string, wanted: z.output<typeof filters>) => ({
  ...wanted,
  platformId: ctx.platformId,
  workspaceId,
  search: wanted.search ?? null,
  allByHand: seesAllByHand(ctx),
});

interface ListQuestion extends SuppressionQuestion {
  /** Whether every platform-wide suppression by hand is listed; otherwise those that concern the workspace. */
  readonly allByHand: boolean;
}

/** Returns the page from the workspace's own suppressions and those of the platform. */
export async function findSuppressionIds(client: Queryable, question: ListQuestion): Promise<FoundIds> {
  const { direction, take } = question.page;
  const comesFirst = (one: string, other: string) => (direction === 'asc' ? one < other : one > other);
  const nothing: FoundIds = { ids: [], end: null };
  const { scope, allByHand } = question;
  const own = scope === 'platform' ? nothing : await findOwn(client, question);
  const wide = scope === 'workspace' ? nothing : await findPlatformWide(client, question);
  const byHand = scope === 'workspace' || !allByHand ? nothing : await findWideByHand(client, question);
  // Beyond the key at which one of them stopped, the list has gaps.
  const ends = [own.end, wide.end, byHand.end].filter((end) => end !== null);
  const end = ends.reduce<string | null>(
    (near, other) => (near === null || comesFirst(other, near) ? other : near),
    null,
  );
  // A suppression by hand may concern the workspace too.
  const ids = [...new Set([...own.ids, ...wide.ids, ...byHand.ids])]
    .filter((id) => end === null || id === end || comesFirst(id, end))
    .sort((one, other) => (comesFirst(one, other) ? -1 : 1));
  return ids.length >= take ? { ids: ids.slice(0, take), end: null } : { ids, end };
}
