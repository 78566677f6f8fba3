import type { Only } from '../../db/rows.ts';
import { onShardSql } from '../../db/shard-sql.ts';

/** Real messages that a workspace sent on a day. */
export interface CountedSending {
  readonly workspaceId: string;
  /** `2026-03-29`, in the workspace's own time zone. */
  readonly day: string;
  readonly messages: number;
}

/**
 * SQL that adds the rows of `from` (its columns are those of a `CountedSending`) to the counts of day caps and of a
 * workspace's usual day (docs/rules.md#day-caps).
 */
export const countSendingSql = (from: string, only: Only) => {
  const { join, workspaceId } = onShardSql(only, 'i');
  return `
    INSERT INTO sending_days AS d (workspace_id, day, sent)
    SELECT ${workspaceId}, i.day, sum(i.messages) FROM ${from} i ${join}
    WHERE i.day IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (workspace_id, day) DO UPDATE SET sent = d.sent + excluded.sent`;
};
