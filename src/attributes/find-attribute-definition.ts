import type { AttributeDefinition, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { definitionKeyPattern } from './definition-input.ts';

/** The platform's definition of `key`; `not_found` else. `query` is Pothos' selection. */
export async function findAttributeDefinition(
  ctx: Ctx,
  key: string,
  query: Prisma.AttributeDefinitionDefaultArgs = {},
): Promise<AttributeDefinition> {
  if (!definitionKeyPattern.test(key)) throw notFound('attributeDefinition');
  const found = await ctx.app.db.prisma.attributeDefinition.findUnique({
    ...query,
    where: { platformId_key: { platformId: ctx.platformId, key } },
  });
  if (!found) throw notFound('attributeDefinition');
  return found;
}
