import type { Erasure, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** Returns the erasures with these ids in live workspaces of the platform, in any order. */
export function findErasuresById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.ErasureDefaultArgs = {},
): Promise<Erasure[]> {
  return app.db.prisma.erasure.findMany({
    ...query,
    where: { id: { in: [...ids] }, platformId, workspace: { deletedAt: null } },
  });
}
