import type { Prisma, Workspace } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../page.ts';

/** The platform's live workspaces, newest first. */
export function listWorkspaces(
  ctx: Ctx,
  window: PageWindow,
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<Workspace[]> {
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.workspace.findMany({
    ...query,
    where: { ...listed(ctx), id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the platform's live workspaces, up to `limit`. */
export function countWorkspaces(ctx: Ctx, limit: number): Promise<number> {
  return ctx.app.db.prisma.workspace.count({ where: listed(ctx), take: limit });
}

function listed({ platformId }: Ctx) {
  return { platformId, deletedAt: null };
}
