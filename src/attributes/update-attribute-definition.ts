import type { Ctx } from '../context.ts';
import { changeRow } from '../db/writes/change-row.ts';
import { notFound } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { definitionUpdate } from './definition-input.ts';
import { findAttributeDefinition } from './find-attribute-definition.ts';

/**
 * Renames a definition; its other fields cannot change. Returns its key. Rejects with `not_found`, `validation_failed`.
 */
export async function updateAttributeDefinition(ctx: Ctx, key: string, input: unknown): Promise<string> {
  await findAttributeDefinition(ctx, key);
  const { name } = parseInput(definitionUpdate, input);
  await changeRow(
    ctx.app.db,
    (client) =>
      client.query('UPDATE attribute_definitions SET name = $3 WHERE platform_id = $1 AND key = $2', [
        ctx.platformId,
        key,
        name,
      ]),
    () => notFound('attributeDefinition'),
  );
  return key;
}
