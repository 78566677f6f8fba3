import type { Db, Queryable } from '../../db/connections/pool.ts';
import { feedRows } from '../../db/feed-rows.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { type Only, ofAny } from '../../db/rows.ts';
import { removePendingSql } from '../pending-sql.ts';

interface Failing {
  /** A WITH part of webhooks whose rows are locked: `platform_id, id`. */
  readonly found: string;
  readonly now: string;
  /** Condition of a pending row `p`. */
  readonly only?: string;
}

/**
 * SQL of WITH parts that fail the pending webhooks of `found`, among them `failed` (`platform_id, id, endpoint_id,
 * state`). A later round goes on behind the attempt numbers that were given.
 */
export const failPendingSql = ({ found, now, only }: Failing) => `ended AS (${removePendingSql(found, only)}
    ), failed AS (
      UPDATE webhooks h SET state = 'failed', failed_at = ${now}, attempt_number = ended.attempt_number
      FROM ended WHERE h.platform_id = ended.platform_id AND h.id = ended.id
      RETURNING h.platform_id, h.id, h.endpoint_id, h.state
    )`;

/**
 * SQL of WITH parts that follow those, and what the statement returns: streams hear of it. On a cluster they hear by
 * `feedFailed`, of the rows returned.
 */
export const feedFailedSql = (now: string, only: Only) =>
  only === ofAny
    ? `, ${fedFromFailedSql(now)} SELECT id FROM failed`
    : ` SELECT id, endpoint_id AS "endpointId" FROM failed`;

const fedFromFailedSql = (now: string) =>
  feedSql({ from: 'failed', topics: ['failed.endpoint_id'], subject: 'failed.id', state: 'failed.state', at: now });

interface FailedWebhook {
  readonly id: string;
  readonly endpointId: string;
}

/** On a cluster tells streams of what such a statement returned. */
export async function feedFailed(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  failed: readonly FailedWebhook[],
  now: Date,
): Promise<void> {
  if (!db.isCluster()) return;
  const changes = failed.map(({ id, endpointId }) => ({ topics: [endpointId], subject: id, state: 'failed' }));
  await feedRows(client, changes, now);
}
