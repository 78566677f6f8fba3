import type { Ctx } from '../context.ts';
import { changeRow } from '../db/writes/change-row.ts';
import { notFound } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { findTopic } from './find-topic.ts';
import { asJson, topicUpdate } from './topic-input.ts';

/**
 * Changes the words of a topic: what is left out stays, null removes a description or all translations. Returns its key.
 * Rejects with `not_found`, `validation_failed`.
 */
export async function updateTopic(ctx: Ctx, key: string, input: unknown): Promise<string> {
  await findTopic(ctx, key);
  const { name, description, translations } = parseInput(topicUpdate, input);
  await changeRow(
    ctx.app.db,
    (client) =>
      client.query(
        `UPDATE topics SET name = coalesce($3, name),
           description = CASE WHEN $4 THEN $5 ELSE description END,
           translations = CASE WHEN $6 THEN $7::jsonb ELSE translations END, updated_at = $8
         WHERE platform_id = $1 AND key = $2`,
        [
          ctx.platformId,
          key,
          name ?? null,
          description !== undefined,
          description ?? null,
          translations !== undefined,
          asJson(translations ?? null),
          ctx.app.clock.now(),
        ],
      ),
    () => notFound('topic'),
  );
  return key;
}
