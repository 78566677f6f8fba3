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
export const countSendingSql = (from: string) => `
    INSERT INTO sending_days AS d (workspace_id, day, sent)
    SELECT workspace_id, day, sum(messages) FROM ${from}
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (workspace_id, day) DO UPDATE SET sent = d.sent + excluded.sent`;
