import type { App } from '../context.ts';
import { inWorkspaces } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { lockedPartSql } from '../db/locked-part-sql.ts';
import { statement } from '../db/rows.ts';

/** Answers that one batch strips, at most: their files may have megabytes. */
const repliesABatch = 20;

/**
 * Removes what an answer says, and its files, after its days (docs/rules.md#answers). The row stays as long as that of its
 * message, to say that there was one.
 */
export async function stripReplies({ db }: App, client: Queryable, now: Date): Promise<boolean> {
  const stripped = await inWorkspaces(db, client, { find: find({ now }), rows: repliesABatch }, async (form) => {
    return (await client.query(form(strip)({ now }))).rows;
  });
  return stripped.length >= repliesABatch;
}

/** SQL: an answer without its content. */
export const bareReplySql = `from_address = NULL, from_name = NULL, mail_id = NULL, in_reply_to = NULL, subject = NULL,
  text = NULL, answer = NULL, content_until = NULL`;

const strip = statement({
  values: { now: 'timestamptz' },
  text: ({ now }, only) => `
  WITH batch AS MATERIALIZED (${lockedPartSql(
    only,
    `
    SELECT message_id, workspace_id, id FROM message_replies WHERE content_until <= ${now} AND ${only('workspace_id')}
    ORDER BY content_until LIMIT ${repliesABatch} FOR UPDATE SKIP LOCKED`,
  )}
  ), files AS (
    DELETE FROM reply_files f USING batch
    WHERE f.message_id = batch.message_id AND f.workspace_id = batch.workspace_id AND ${only('f.workspace_id')} AND f.reply_id = batch.id
  ), bare AS (
    UPDATE message_replies r SET ${bareReplySql} FROM batch
    WHERE r.message_id = batch.message_id AND r.workspace_id = batch.workspace_id AND ${only('r.workspace_id')} AND r.id = batch.id
  )
  SELECT id FROM batch`,
});

const find = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
  SELECT workspace_id AS "workspaceId" FROM message_replies WHERE content_until <= ${now}
  ORDER BY content_until LIMIT ${repliesABatch}`,
});
