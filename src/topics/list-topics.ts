import type { Prisma, Topic } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { createdIn, keyset, type PageWindow, type TimeRange } from '../ground/lists/keyset.ts';

/** The platform's topics, by key. */
export function listTopics(
  ctx: Ctx,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.TopicDefaultArgs = {},
): Promise<Topic[]> {
  const { range, direction, take } = keyset(window, 'asc');
  return ctx.app.db.prisma.topic.findMany({
    ...query,
    where: { platformId: ctx.platformId, key: range, ...createdIn(times) },
    orderBy: { key: direction },
    take,
  });
}

/** Counts the platform's topics, up to `limit`. */
export function countTopics({ app, platformId }: Ctx, times: TimeRange, limit: number): Promise<number> {
  return app.db.prisma.topic.count({ where: { platformId, ...createdIn(times) }, take: limit });
}
