import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';

/** Answers that one batch strips, at most: their files may have megabytes. */
const repliesABatch = 20;

/**
 * Removes what an answer says, and its files, after its days (docs/rules.md#answers). The row stays as long as that of its
 * message, to say that there was one.
 */
export async function stripReplies(_app: App, client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(stripStatement, [now]);
  return (rows[0]?.found ?? 0) === repliesABatch;
}

/** SQL: an answer without its content. */
export const bareReplySql = `from_address = NULL, from_name = NULL, mail_id = NULL, in_reply_to = NULL, subject = NULL,
  text = NULL, answer = NULL, content_until = NULL`;

const stripStatement = `
  WITH batch AS MATERIALIZED (
    SELECT message_id, workspace_id, id FROM message_replies WHERE content_until <= $1
    ORDER BY content_until LIMIT ${repliesABatch} FOR UPDATE SKIP LOCKED
  ), files AS (
    DELETE FROM reply_files f USING batch
    WHERE f.message_id = batch.message_id AND f.workspace_id = batch.workspace_id AND f.reply_id = batch.id
  ), bare AS (
    UPDATE message_replies r SET ${bareReplySql} FROM batch
    WHERE r.message_id = batch.message_id AND r.workspace_id = batch.workspace_id AND r.id = batch.id
  )
  SELECT count(*)::int AS found FROM batch`;
