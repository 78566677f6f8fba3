import { bareReplySql } from '../retention/strip-replies.ts';
import type { SearchedTable } from './searched-table.ts';

/** Answers read at once: one may have 32,768 characters. */
const repliesAtOnce = 50;

interface ReplyRow {
  readonly id: string;
  readonly texts: readonly string[];
}

/**
 * Answers to mail of other people (docs/rules.md#erasure-of-answers): one that the person wrote, or that names the person,
 * loses its content and its files. Those to the person's own mail go with it.
 */
export const searchedReplies: SearchedTable = {
  name: 'message_replies',
  rowsAtOnce: repliesAtOnce,
  async read(db, { workspaceId }, after, limit) {
    const { rows } = await db.query<ReplyRow>(
      `SELECT r.id, array_remove(ARRAY[r.from_address, r.from_name, r.subject, r.text, r.mail_id, r.in_reply_to], NULL)
           || ARRAY(SELECT f.filename FROM reply_files f
                    WHERE f.message_id = r.message_id AND f.workspace_id = r.workspace_id AND f.reply_id = r.id) AS texts
       FROM message_replies r WHERE r.workspace_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`,
      [workspaceId, after, limit],
    );
    return rows;
  },
  async clear(_app, client, { workspaceId }, found) {
    await client.query(
      `WITH files AS (
         DELETE FROM reply_files f USING message_replies r
         WHERE r.workspace_id = $1 AND r.id = ANY($2)
           AND f.message_id = r.message_id AND f.workspace_id = r.workspace_id AND f.reply_id = r.id)
       UPDATE message_replies SET ${bareReplySql} WHERE workspace_id = $1 AND id = ANY($2)`,
      [workspaceId, found.map(({ id }) => id)],
    );
  },
};
