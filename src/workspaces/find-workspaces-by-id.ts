import type { Prisma, Workspace } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ownWorkspaces } from '../tenant/own-rows.ts';

/** Returns the live workspaces of the platform with these ids, in any order. */
export function findWorkspacesById(
  ctx: Ctx,
  ids: readonly string[],
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<Workspace[]> {
  return ctx.app.db.prisma.workspace.findMany({
    ...query,
    where: { ...ownWorkspaces(ctx), id: { in: [...ids] }, deletedAt: null },
  });
}
