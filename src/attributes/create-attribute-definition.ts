import type { Ctx } from '../context.ts';
import { violates } from '../db/violates.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { definitionCreate } from './definition-input.ts';

/**
 * Defines an attribute for the contacts of every workspace; returns its key. Rejects with `validation_failed`,
 * `key_taken`.
 */
export async function createAttributeDefinition(ctx: Ctx, input: unknown): Promise<string> {
  const { key, name, type, required } = parseInput(definitionCreate, input);
  try {
    await ctx.app.db.transaction((client) =>
      client.query(
        `INSERT INTO attribute_definitions (platform_id, key, name, type, required, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [ctx.platformId, key, name, type, required, ctx.app.clock.now()],
      ),
    );
  } catch (error) {
    if (violates(error, 'attribute_definitions_pkey')) throw new DomainError('key_taken');
    throw error;
  }
  return key;
}
