import type { App } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { statement } from '../db/rows.ts';
import { firstPendingSql } from '../webhooks/delivery/first-pending-sql.ts';
import { type CappedCount, cappedCount, deploymentCountMax } from './capped-count.ts';

/** Webhooks of the deployment that are not delivered yet. */
export interface WebhookBacklog {
  readonly pending: CappedCount;
  readonly due: CappedCount;
  readonly endpointsDue: CappedCount;
  readonly oldestDueAt: Date | null;
  readonly oldestRoundAt: Date | null;
}

const limit = deploymentCountMax + 1;

const backlog = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    WITH RECURSIVE ${firstPendingSql}, waiting AS MATERIALIZED (
      SELECT * FROM first LIMIT ${limit}
    )
    SELECT
      (SELECT count(*)::int FROM (SELECT FROM pending_webhooks LIMIT ${limit}) q) AS pending,
      (SELECT count(*)::int FROM (
        SELECT FROM waiting w, LATERAL (
          SELECT FROM pending_webhooks WHERE platform_id = w.platform_id AND endpoint_id = w.endpoint_id
            AND due_at <= ${now} LIMIT ${limit}) d
        WHERE w.due_at <= ${now} LIMIT ${limit}) q) AS due,
      (SELECT count(*)::int FROM waiting WHERE due_at <= ${now}) AS "endpointsDue",
      (SELECT min(due_at) FROM waiting) AS "oldestDueAt",
      (SELECT round_started_at FROM pending_webhooks ORDER BY round_started_at LIMIT 1) AS "oldestRoundAt"`,
});

interface Row extends Pick<WebhookBacklog, 'oldestDueAt' | 'oldestRoundAt'> {
  readonly pending: number;
  readonly due: number;
  readonly endpointsDue: number;
}

/** For the operator: what waits to be delivered to endpoints of all platforms, from indexes of pending webhooks alone. */
export async function readWebhooks({ clock, db }: App): Promise<WebhookBacklog> {
  const now = clock.now();
  const { rows } = await readByIndexes(db, (client) => client.query<Row>(backlog({ now })));
  const [row] = rows;
  if (!row) throw new Error('The backlog is one row');
  const capped = (found: number) => cappedCount(found, deploymentCountMax);
  const { oldestDueAt, oldestRoundAt } = row;
  return {
    pending: capped(row.pending),
    due: capped(row.due),
    endpointsDue: capped(row.endpointsDue),
    oldestDueAt: oldestDueAt !== null && oldestDueAt <= now ? oldestDueAt : null,
    oldestRoundAt,
  };
}
