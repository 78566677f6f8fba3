import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError, invalid } from '../ground/errors/errors.ts';
import { violates } from '../ground/errors/violates.ts';
import { parseInput } from '../ground/input/input.ts';
import { definitionCreate } from './definition-input.ts';

/** Definitions of a platform: an upsert of contacts reads all of them (docs/rules.md#attribute-definitions). */
export const definitionsMax = 1_000;

/**
 * Defines an attribute for the contacts of every workspace; returns its key. Rejects with `validation_failed`,
 * `key_taken`.
 */
export async function createAttributeDefinition(ctx: Ctx, input: unknown): Promise<string> {
  const { key, name, type, required } = parseInput(definitionCreate, input);
  try {
    await ctx.app.db.transaction(async (client) => {
      // One definition of a platform at a time, so that each sees those before it.
      await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [ctx.platformId]);
      await client.query(
        `INSERT INTO attribute_definitions (platform_id, key, name, type, required, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [ctx.platformId, key, name, type, required, ctx.app.clock.now()],
      );
      await checkCount(client, ctx.platformId);
    });
  } catch (error) {
    if (violates(error, 'attribute_definitions_pkey')) throw new DomainError('key_taken');
    throw error;
  }
  return key;
}

/** Throws once the platform has more definitions than it may. */
async function checkCount(client: Queryable, platformId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM attribute_definitions WHERE platform_id = $1',
    [platformId],
  );
  if ((rows[0]?.count ?? 0) <= definitionsMax) return;
  throw invalid({
    key: [`must not exist yet: a platform has at most ${definitionsMax.toLocaleString('en')} attributes`],
  });
}
