import type { Picture, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { inTime, keyset, type PageWindow, type TimeRange, wholeList } from '../ground/lists/keyset.ts';

/** The platform's pictures, newest first. */
export function listPictures(
  { app, platformId }: Ctx,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.PictureDefaultArgs = {},
): Promise<Picture[]> {
  const { range, direction, take } = inTime(keyset(window, 'desc'), times);
  return app.db.prisma.picture.findMany({
    ...query,
    where: { platformId, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the rows that `listPictures` lists, up to `limit`. */
export function countPictures({ app, platformId }: Ctx, times: TimeRange, limit: number): Promise<number> {
  const { range, take } = inTime(wholeList(limit), times);
  return app.db.prisma.picture.count({ where: { platformId, id: range }, take });
}
