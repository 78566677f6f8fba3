import { z } from 'zod';
import type { Prisma, Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { parseInput, textFilter } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { findPlatformWide, type SuppressionQuestion } from './find-platform-wide.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;

export const suppressionFilters = z.object({ search: textFilter(searchMaxLength) });

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
): Promise<Suppression[]> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const { search } = parseInput(suppressionFilters, filter);
  const page = keyset(window, 'desc');
  const { pool } = ctx.app.db;
  const question = { platformId: ctx.platformId, workspaceId, search: search ?? null, page };
  const [own, wide] = await Promise.all([findOwn(pool, question), findPlatformWide(pool, question)]);
  const ids = [...own, ...wide];
  if (ids.length === 0) return [];
  return ctx.app.db.prisma.suppression.findMany({
    ...query,
    where: { platformId: ctx.platformId, id: { in: ids } },
    orderBy: { id: page.direction },
    take: page.take,
  });
}

/** Returns the ids of the workspace's own suppressions, in the order of the page. */
export async function findOwn(
  db: Queryable,
  { platformId, workspaceId, search, page: { range, direction, take } }: SuppressionQuestion,
): Promise<readonly string[]> {
  const values: unknown[] = [platformId, workspaceId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['platform_id = $1', 'workspace_id = $2'];
  if (range.lt !== undefined) conditions.push(`id < ${bind(range.lt)}`);
  if (range.gt !== undefined) conditions.push(`id > ${bind(range.gt)}`);
  if (search !== null) conditions.push(`position(lower(${bind(search)}) in lower(email)) > 0`);
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM suppressions WHERE ${conditions.join(' AND ')} ORDER BY id ${direction} LIMIT ${bind(take)}`,
    values,
  );
  return rows.map(({ id }) => id);
}
