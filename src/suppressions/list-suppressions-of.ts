import type { Prisma, Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../ground/lists/keyset.ts';

/**
 * Returns the suppressions of one address on the whole platform, newest first: at most two of the platform and two of
 * each workspace, which an index finds.
 */
export function listSuppressionsOf(
  { app, platformId }: Ctx,
  addressHash: Uint8Array<ArrayBuffer>,
  window: PageWindow,
  query: Prisma.SuppressionDefaultArgs = {},
): Promise<Suppression[]> {
  const { range, direction, take } = keyset(window, 'desc');
  return app.db.prisma.suppression.findMany({
    ...query,
    where: { platformId, addressHash, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts them, up to `limit`. */
export function countSuppressionsOf(
  { app, platformId }: Ctx,
  addressHash: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<number> {
  return app.db.prisma.suppression.count({ where: { platformId, addressHash }, take: limit });
}
