import type { Import, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../tenant/own-rows.ts';

/** Returns the imports with these ids in live workspaces of the platform, in any order. */
export function findImportsById(
  ctx: Ctx,
  ids: readonly string[],
  query: Prisma.ImportDefaultArgs = {},
): Promise<Import[]> {
  return ctx.app.db.prisma.import.findMany({
    ...query,
    where: { id: { in: [...ids] }, ...ownRows(ctx), workspace: { deletedAt: null } },
  });
}
