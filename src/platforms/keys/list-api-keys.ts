import type { ApiKey, Prisma } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { keyset, type PageWindow } from '../../ground/keyset.ts';

/** The keys of the platform, newest first, revoked keys included. */
export function listApiKeys(
  { app, platformId }: Ctx,
  window: PageWindow,
  query: Prisma.ApiKeyDefaultArgs = {},
): Promise<ApiKey[]> {
  const { range, direction, take } = keyset(window, 'desc');
  return app.db.prisma.apiKey.findMany({
    ...query,
    where: { platformId, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the keys of the platform, up to `limit`. */
export function countApiKeys({ app, platformId }: Ctx, limit: number): Promise<number> {
  return app.db.prisma.apiKey.count({ where: { platformId }, take: limit });
}
