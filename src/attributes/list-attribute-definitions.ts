import type { AttributeDefinition, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { createdIn, keyset, type PageWindow, type TimeRange } from '../ground/lists/keyset.ts';

/** The platform's definitions, by key. */
export function listAttributeDefinitions(
  ctx: Ctx,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.AttributeDefinitionDefaultArgs = {},
): Promise<AttributeDefinition[]> {
  const { range, direction, take } = keyset(window, 'asc');
  return ctx.app.db.prisma.attributeDefinition.findMany({
    ...query,
    where: { platformId: ctx.platformId, key: range, ...createdIn(times) },
    orderBy: { key: direction },
    take,
  });
}

/** Counts the platform's definitions, up to `limit`. */
export function countAttributeDefinitions({ app, platformId }: Ctx, times: TimeRange, limit: number): Promise<number> {
  return app.db.prisma.attributeDefinition.count({ where: { platformId, ...createdIn(times) }, take: limit });
}
