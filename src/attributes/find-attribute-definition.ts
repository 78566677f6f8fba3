import type { AttributeDefinition, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';

/** Returns the platform's definition of `key`; throws `not_found` when there is none. `query` is Pothos' selection. */
export async function findAttributeDefinition(
  ctx: Ctx,
  key: string,
  query: Prisma.AttributeDefinitionDefaultArgs = {},
): Promise<AttributeDefinition> {
  if (!attributeKeyPattern.test(key)) throw notFound('attributeDefinition');
  const found = await ctx.app.db.prisma.attributeDefinition.findUnique({
    ...query,
    where: { platformId_key: { platformId: ctx.platformId, key } },
  });
  if (!found) throw notFound('attributeDefinition');
  return found;
}
