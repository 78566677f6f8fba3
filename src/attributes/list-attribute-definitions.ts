import type { AttributeDefinition, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../ground/keyset.ts';

/** The platform's definitions, by key. */
export function listAttributeDefinitions(
  ctx: Ctx,
  window: PageWindow,
  query: Prisma.AttributeDefinitionDefaultArgs = {},
): Promise<AttributeDefinition[]> {
  const { range, direction, take } = keyset(window, 'asc');
  return ctx.app.db.prisma.attributeDefinition.findMany({
    ...query,
    where: { platformId: ctx.platformId, key: range },
    orderBy: { key: direction },
    take,
  });
}

/** Counts the platform's definitions, up to `limit`. */
export function countAttributeDefinitions({ app, platformId }: Ctx, limit: number): Promise<number> {
  return app.db.prisma.attributeDefinition.count({ where: { platformId }, take: limit });
}
