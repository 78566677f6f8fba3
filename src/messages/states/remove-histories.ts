import type { Queryable } from '../../db/connections/pool.ts';

/**
 * Removes what happened to messages: their attempts, reports, opens and answers; and their files. No foreign key does it, because
 * messages and most of these tables have partitions (docs/partitions.md#what-happened-to-messages). The caller has locked the messages or removed them, so that
 * nobody adds a row meanwhile. The ids are values, so PostgreSQL leaves out the partitions of other times.
 */
export async function removeHistories(
  client: Queryable,
  workspaceId: string,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return;
  await client.query(
    `WITH attempts AS (DELETE FROM message_attempts WHERE workspace_id = $1 AND message_id = ANY($2)
     ), reports AS (DELETE FROM message_reports WHERE workspace_id = $1 AND message_id = ANY($2)
     ), replies AS (DELETE FROM message_replies WHERE workspace_id = $1 AND message_id = ANY($2)
     ), files AS (DELETE FROM attachments WHERE workspace_id = $1 AND message_id = ANY($2)
     )
     DELETE FROM message_opens WHERE workspace_id = $1 AND message_id = ANY($2)`,
    [workspaceId, messageIds],
  );
}
