import type { Queryable } from '../db.ts';
import type { MessageOutcome } from '../messages/message-outcome.ts';

/** Adds real outcomes to the hour in which they came; a workspace's health is summed from these (decisions, section 8). */
export async function countOutcomes(client: Queryable, outcomes: readonly MessageOutcome[]): Promise<void> {
  const ended = outcomes.filter(({ ending }) => ending.state !== 'queued' && ending.state !== 'sent');
  if (ended.length === 0) return;
  await client.query({
    name: 'count-outcomes',
    text: `
      INSERT INTO health_hours AS h (workspace_id, hour, ended, delivered, hard_bounces, complaints)
      SELECT workspace_id, date_trunc('hour', at, 'UTC'), count(*), count(*) FILTER (WHERE delivered),
             count(*) FILTER (WHERE hard), 0
      FROM unnest($1::text[], $2::timestamptz[], $3::boolean[], $4::boolean[]) AS i (workspace_id, at, delivered, hard)
      GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (workspace_id, hour) DO UPDATE
        SET ended = h.ended + excluded.ended, delivered = h.delivered + excluded.delivered,
            hard_bounces = h.hard_bounces + excluded.hard_bounces`,
    values: [
      ended.map(({ message }) => message.workspaceId),
      ended.map(({ at }) => at),
      ended.map(({ ending }) => ending.state === 'delivered'),
      ended.map(({ ending }) => ending.state === 'bounced' && ending.bounce === 'hard'),
    ],
  });
}
