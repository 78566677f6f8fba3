import { ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { type Only, ofAny, rowsOf, statement } from '../../db/rows.ts';

/** The counts that one real message adds to its workspace; a message counted as delivered can be subtracted again. */
export interface HealthCounts {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly at: Date;
  readonly ended: number;
  readonly delivered: number;
  readonly hardBounces: number;
  readonly complaints: number;
}

const outcomeRows = rowsOf<HealthCounts>({
  platform_id: ['text', ({ platformId }) => platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  at: ['timestamptz', ({ at }) => at],
  ended: ['int', ({ ended }) => ended],
  delivered: ['int', ({ delivered }) => delivered],
  hard_bounces: ['int', ({ hardBounces }) => hardBounces],
  complaints: ['int', ({ complaints }) => complaints],
});

/**
 * SQL that adds the rows of `from` (its alias is `i`, its columns those of a `HealthCounts`) to the hour in which they
 * came; the health of a workspace is summed from these hours (docs/rules.md#health-counts). A reset of the counts splits
 * its hour in two. The next sweep judges the workspace (docs/rules.md#health-sweep).
 */
export const addHealthCountsSql = (from: string, only: Only = ofAny) => `
    INSERT INTO health_hours AS o (workspace_id, hour, ended, delivered, hard_bounces, complaints)
    SELECT h.workspace_id, greatest(date_trunc('hour', i.at, 'UTC'), h.counts_since), sum(i.ended), sum(i.delivered),
           sum(i.hard_bounces), sum(i.complaints)
    FROM ${from}
    JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id AND ${only('h.workspace_id')}
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (workspace_id, hour) DO UPDATE
      SET ended = o.ended + excluded.ended, delivered = o.delivered + excluded.delivered,
          hard_bounces = o.hard_bounces + excluded.hard_bounces, complaints = o.complaints + excluded.complaints,
          judged = 0`;

const addOutcomes = statement({
  name: 'add-health-counts',
  rows: { i: outcomeRows },
  text: ({ i }, only) => addHealthCountsSql(i, only),
});

export async function addHealthCounts(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  counted: readonly HealthCounts[],
): Promise<void> {
  if (counted.length === 0) return;
  const workspaceOf = ({ workspaceId }: HealthCounts) => workspaceId;
  await ofEachWorkspace(db, counted, workspaceOf, async (some, form) => {
    await client.query(form(addOutcomes)({ i: some }));
    return [];
  });
}
