import type { Queryable } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';

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

const outcomeRows = rowsOf<CountedOutcome>({
  platform_id: ['text', ({ platformId }) => platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  at: ['timestamptz', ({ at }) => at],
  ended: ['int', ({ ended }) => ended],
  delivered: ['int', ({ delivered }) => delivered],
  hard_bounces: ['int', ({ hardBounces }) => hardBounces],
  complaints: ['int', ({ complaints }) => complaints],
});

const addOutcomes = statement({
  name: 'count-outcomes',
  rows: { i: outcomeRows },
  text: ({ i }) => `
    INSERT INTO health_hours AS o (workspace_id, hour, ended, delivered, hard_bounces, complaints)
    SELECT i.workspace_id, greatest(date_trunc('hour', i.at, 'UTC'), h.counts_since), sum(i.ended), sum(i.delivered),
           sum(i.hard_bounces), sum(i.complaints)
    FROM ${i}
    JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (workspace_id, hour) DO UPDATE
      SET ended = o.ended + excluded.ended, delivered = o.delivered + excluded.delivered,
          hard_bounces = o.hard_bounces + excluded.hard_bounces, complaints = o.complaints + excluded.complaints`,
});

/**
 * Adds outcomes to the hour in which they came; a workspace's health is summed from these
 * (docs/rules.md#health-counts). The hour in which counts were reset is in two parts.
 */
export async function countOutcomes(client: Queryable, counted: readonly CountedOutcome[]): Promise<void> {
  if (counted.length > 0) await client.query(addOutcomes({ i: counted }));
}
