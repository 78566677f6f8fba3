import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseInput } from '../input.ts';
import { definitionUpdate } from './definition-input.ts';
import { findAttributeDefinition } from './find-attribute-definition.ts';

/**
 * Renames a definition; its other fields cannot change. Returns its key. Rejects with `not_found`, `validation_failed`.
 */
export async function updateAttributeDefinition(ctx: Ctx, key: string, input: unknown): Promise<string> {
  await findAttributeDefinition(ctx, key);
  const { name } = parseInput(definitionUpdate, input);
  const { rowCount } = await ctx.app.db.pool.query(
    'UPDATE attribute_definitions SET name = $3 WHERE platform_id = $1 AND key = $2',
    [ctx.platformId, key, name],
  );
  if (rowCount === 0) throw notFound('attributeDefinition');
  return key;
}
