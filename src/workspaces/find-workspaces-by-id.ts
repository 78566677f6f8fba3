import type { Prisma, Workspace } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** Returns the live workspaces of the platform with these ids, in any order. */
export function findWorkspacesById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<Workspace[]> {
  return app.db.prisma.workspace.findMany({ ...query, where: { platformId, id: { in: [...ids] }, deletedAt: null } });
}
