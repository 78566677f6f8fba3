import type { Prisma, Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** Returns the suppressions of the platform with these ids, in any order. */
export function findSuppressionsById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.SuppressionDefaultArgs = {},
): Promise<Suppression[]> {
  return app.db.prisma.suppression.findMany({ ...query, where: { platformId, id: { in: [...ids] } } });
}
