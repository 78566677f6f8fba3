import type { Queryable } from '../db/pool.ts';

/** Real messages handed over on a day of their workspace; fewer than none gives back what a claim had set aside. */
export interface CountedSending {
  readonly workspaceId: string;
  /** `2026-03-29`, in the workspace's own time zone. */
  readonly day: string;
  readonly messages: number;
}

/** Adds to what day caps and a workspace's usual day are counted by (decisions, section 8). */
export async function countSending(client: Queryable, counted: readonly CountedSending[]): Promise<void> {
  if (counted.length === 0) return;
  await client.query({
    name: 'count-sending',
    text: `
      INSERT INTO sending_days AS d (workspace_id, day, sent)
      SELECT workspace_id, day, sum(messages) FROM unnest($1::text[], $2::date[], $3::int[]) AS i (workspace_id, day, messages)
      GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (workspace_id, day) DO UPDATE SET sent = greatest(0, d.sent + excluded.sent)`,
    values: [
      counted.map(({ workspaceId }) => workspaceId),
      counted.map(({ day }) => day),
      counted.map(({ messages }) => messages),
    ],
  });
}
