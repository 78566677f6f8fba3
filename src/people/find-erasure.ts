import type { Erasure, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { byPath, findWorkspace } from '../tenant/find-workspace.ts';
import { ownRows } from '../tenant/own-rows.ts';

/**
 * Returns one erasure of a live workspace, and whether it is finished. Rejects with `not_found`. `query` is Pothos'
 * selection.
 */
export async function findErasure(
  ctx: Ctx,
  workspace: string,
  id: string,
  query: Prisma.ErasureDefaultArgs = {},
): Promise<Erasure> {
  const found =
    isId(id) &&
    (await ctx.app.db.prisma.erasure.findFirst({
      ...query,
      where: {
        ...ownRows(ctx),
        id,
        workspace: { ...byPath(workspace), platformId: ctx.platformId, deletedAt: null },
      },
    }));
  if (found) return found;
  await findWorkspace(ctx, workspace, { select: { id: true } });
  throw notFound('erasure');
}
