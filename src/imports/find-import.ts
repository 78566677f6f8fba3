import type { Import, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { byPath, findWorkspace } from '../tenant/find-workspace.ts';
import { ownRows } from '../tenant/own-rows.ts';

/** Returns one import of a live workspace. Rejects with `not_found`. `query` is Pothos' selection. */
export async function findImport(
  ctx: Ctx,
  workspace: string,
  id: string,
  query: Prisma.ImportDefaultArgs = {},
): Promise<Import> {
  const found =
    isId(id) &&
    (await ctx.app.db.prisma.import.findFirst({
      ...query,
      where: {
        ...ownRows(ctx),
        id,
        workspace: { ...byPath(workspace), platformId: ctx.platformId, deletedAt: null },
      },
    }));
  if (found) return found;
  await findWorkspace(ctx, workspace, { select: { id: true } });
  throw notFound('import');
}
