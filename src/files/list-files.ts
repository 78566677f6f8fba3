import type { File, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { inTime, keyset, type PageWindow, type TimeRange, wholeList } from '../ground/lists/keyset.ts';

/** The platform's files that have not expired, newest first. */
export function listFiles(
  { app, platformId }: Ctx,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.FileDefaultArgs = {},
): Promise<File[]> {
  const { range, direction, take } = inTime(keyset(window, 'desc'), times);
  return app.db.prisma.file.findMany({
    ...query,
    where: { platformId, id: range, expiresAt: { gt: app.clock.now() } },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the rows that `listFiles` lists, up to `limit`. */
export function countFiles({ app, platformId }: Ctx, times: TimeRange, limit: number): Promise<number> {
  const { range, take } = inTime(wholeList(limit), times);
  return app.db.prisma.file.count({ where: { platformId, id: range, expiresAt: { gt: app.clock.now() } }, take });
}
