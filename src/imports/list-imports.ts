import type { Import, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { inTime, keyset, type PageWindow, type TimeRange, wholeList } from '../ground/lists/keyset.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';

/** Returns the imports of a workspace of the last 30 days, newest first. Rejects with `not_found`. */
export async function listImports(
  ctx: Ctx,
  workspace: string,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.ImportDefaultArgs = {},
): Promise<Import[]> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace, { select: { id: true } });
  const { range, direction, take } = inTime(keyset(window, 'desc'), times);
  return ctx.app.db.prisma.import.findMany({
    ...query,
    where: { platformId: ctx.platformId, workspaceId, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the imports that `listImports` lists, up to `limit`. */
export async function countImports(ctx: Ctx, workspace: string, times: TimeRange, limit: number): Promise<number> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace, { select: { id: true } });
  const { range, take } = inTime(wholeList(limit), times);
  return ctx.app.db.prisma.import.count({ where: { platformId: ctx.platformId, workspaceId, id: range }, take });
}
