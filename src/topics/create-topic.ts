import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError, invalid } from '../ground/errors/errors.ts';
import { violates } from '../ground/errors/violates.ts';
import { parseInput } from '../ground/input/input.ts';
import { asJson, topicCreate } from './topic-input.ts';

/** Topics of a platform (docs/rules.md#topics). */
export const topicsMax = 50;

/** Defines a topic for the mail of every workspace; returns its key. Rejects with `validation_failed`, `topic_taken`. */
export async function createTopic(ctx: Ctx, input: unknown): Promise<string> {
  const { key, name, description, translations } = parseInput(topicCreate, input);
  try {
    await ctx.app.db.transaction(async (client) => {
      // One topic of a platform at a time, so that each sees those before it.
      await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [ctx.platformId]);
      await client.query(
        `INSERT INTO topics (platform_id, key, name, description, translations, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)`,
        [ctx.platformId, key, name, description, asJson(translations), ctx.app.clock.now()],
      );
      await checkCount(client, ctx.platformId);
    });
  } catch (error) {
    if (violates(error, 'topics_pkey')) throw new DomainError('topic_taken');
    throw error;
  }
  return key;
}

/** Throws once the platform has more topics than it may. */
async function checkCount(client: Queryable, platformId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM topics WHERE platform_id = $1',
    [platformId],
  );
  if ((rows[0]?.count ?? 0) <= topicsMax) return;
  throw invalid({ key: [`must not exist yet: a platform has at most ${topicsMax} topics`] });
}
