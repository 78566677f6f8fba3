import type { Ctx } from '../context.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { findTopic } from './find-topic.ts';

/**
 * Deletes a topic with the words that workspaces have for it (docs/rules.md#topics). Contacts stay away from it: a later
 * topic of the same key finds them so. Rejects with `not_found`, `topic_in_use`.
 */
export async function deleteTopic(ctx: Ctx, key: string): Promise<void> {
  await findTopic(ctx, key);
  await ctx.app.db.transaction(async (client) => {
    // Waits for a save of an event type that names the topic; a later save waits for this.
    const { rowCount } = await client.query('DELETE FROM topics WHERE platform_id = $1 AND key = $2', [
      ctx.platformId,
      key,
    ]);
    if (rowCount === 0) throw notFound('topic');
    const { rows } = await client.query(
      'SELECT FROM event_types WHERE platform_id = $1 AND topic = $2 AND deleted_at IS NULL LIMIT 1',
      [ctx.platformId, key],
    );
    if (rows.length > 0) throw new DomainError('topic_in_use');
  });
}
