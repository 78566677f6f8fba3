import type { MessageState } from '../../prisma/generated/client.ts';
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

interface LateReport {
  readonly workspaceId: string;
  readonly kind: 'bounce' | 'delivered' | 'complaint';
  readonly hard: boolean;
  /** A message that waited for its report had not ended yet. */
  readonly from: MessageState;
  readonly at: Date;
}

/** Adds what a report says of a message that had left us before. */
export async function countLateReport(client: Queryable, { workspaceId, kind, hard, from, at }: LateReport) {
  await client.query(
    `INSERT INTO health_hours AS h (workspace_id, hour, ended, delivered, hard_bounces, complaints)
     VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, $4, $5, $6)
     ON CONFLICT (workspace_id, hour) DO UPDATE
       SET ended = h.ended + excluded.ended, delivered = h.delivered + excluded.delivered,
           hard_bounces = h.hard_bounces + excluded.hard_bounces, complaints = h.complaints + excluded.complaints`,
    [
      workspaceId,
      at,
      from === 'sent' ? 1 : 0,
      from === 'sent' && kind !== 'bounce' ? 1 : 0,
      hard ? 1 : 0,
      kind === 'complaint' ? 1 : 0,
    ],
  );
}
