import type { Queryable } from '../db/pool.ts';

/** What one real message adds to the counts of its workspace; one that was counted as delivered can be taken back. */
export interface CountedOutcome {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly at: Date;
  readonly ended: number;
  readonly delivered: number;
  readonly hardBounces: number;
  readonly complaints: number;
}

/**
 * Adds outcomes to the hour in which they came; a workspace's health is summed from these (decisions, section 8). The
 * hour in which counts began anew is in two parts.
 */
export async function countOutcomes(client: Queryable, counted: readonly CountedOutcome[]): Promise<void> {
  if (counted.length === 0) return;
  await client.query({
    name: 'count-outcomes',
    text: `
      INSERT INTO health_hours AS o (workspace_id, hour, ended, delivered, hard_bounces, complaints)
      SELECT i.workspace_id, greatest(date_trunc('hour', i.at, 'UTC'), h.counts_since), sum(i.ended), sum(i.delivered),
             sum(i.hard_bounces), sum(i.complaints)
      FROM unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[])
        AS i (workspace_id, at, ended, delivered, hard_bounces, complaints, platform_id)
      JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id
      GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (workspace_id, hour) DO UPDATE
        SET ended = o.ended + excluded.ended, delivered = o.delivered + excluded.delivered,
            hard_bounces = o.hard_bounces + excluded.hard_bounces, complaints = o.complaints + excluded.complaints`,
    values: [
      counted.map(({ workspaceId }) => workspaceId),
      counted.map(({ at }) => at),
      counted.map(({ ended }) => ended),
      counted.map(({ delivered }) => delivered),
      counted.map(({ hardBounces }) => hardBounces),
      counted.map(({ complaints }) => complaints),
      counted.map(({ platformId }) => platformId),
    ],
  });
}
