import type { Prisma, Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../tenant/own-rows.ts';

/**
 * Returns the suppressions of the platform with these ids, in any order; for a key of one workspace those of the
 * workspace alone.
 */
export function findSuppressionsById(
  ctx: Ctx,
  ids: readonly string[],
  query: Prisma.SuppressionDefaultArgs = {},
): Promise<Suppression[]> {
  return ctx.app.db.prisma.suppression.findMany({ ...query, where: { ...ownRows(ctx), id: { in: [...ids] } } });
}
