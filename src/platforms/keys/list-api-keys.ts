import type { ApiKey, Prisma } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { inTime, keyset, type PageWindow, type TimeRange, wholeList } from '../../ground/lists/keyset.ts';

/** The keys of the platform, newest first, revoked keys included. */
export function listApiKeys(
  { app, platformId }: Ctx,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.ApiKeyDefaultArgs = {},
): Promise<ApiKey[]> {
  const { range, direction, take } = inTime(keyset(window, 'desc'), times);
  return app.db.prisma.apiKey.findMany({
    ...query,
    where: { platformId, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the keys of the platform, up to `limit`. */
export function countApiKeys({ app, platformId }: Ctx, times: TimeRange, limit: number): Promise<number> {
  const { range } = inTime(wholeList(limit), times);
  return app.db.prisma.apiKey.count({ where: { platformId, id: range }, take: limit });
}
