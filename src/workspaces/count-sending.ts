import type { Queryable } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';

/** Real messages that a workspace sent on a day; a negative number returns messages that a claim had reserved. */
export interface CountedSending {
  readonly workspaceId: string;
  /** `2026-03-29`, in the workspace's own time zone. */
  readonly day: string;
  readonly messages: number;
}

const addSending = statement({
  name: 'count-sending',
  rows: {
    i: rowsOf<CountedSending>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      day: ['date', ({ day }) => day],
      messages: ['int', ({ messages }) => messages],
    }),
  },
  text: ({ i }) => `
    INSERT INTO sending_days AS d (workspace_id, day, sent)
    SELECT workspace_id, day, sum(messages) FROM ${i}
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (workspace_id, day) DO UPDATE SET sent = greatest(0, d.sent + excluded.sent)`,
});

/** Adds to the counts of day caps and of a workspace's usual day (docs/rules.md#day-caps). */
export async function countSending(client: Queryable, counted: readonly CountedSending[]): Promise<void> {
  if (counted.length > 0) await client.query(addSending({ i: counted }));
}
