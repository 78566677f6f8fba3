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
    where: { platformId: ctx.platformId, deletedAt: null, id: range },
    orderBy: { id: direction },
    take,
  });
}
