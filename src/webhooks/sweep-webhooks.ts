/** The sweep of webhooks: fails those whose three days are over and asks for a turn of every endpoint with work due. */
import type { App } from '../context.ts';
import { maintenanceLimits } from '../db/time-limits.ts';
import type { TurnKey } from '../queue/jobs.ts';

/** Rows failed by one sweep, at most; the next one goes on. */
const rowsASweep = 500;
/** Any number that no other advisory lock of ours has. */
const sweepLock = 7_461_012;

export async function sweepWebhooks(app: App): Promise<void> {
  const asks = await app.db.transaction(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [sweepLock]);
    if (!rows[0]?.mine) return [];
    const now = app.clock.now();
    await client.query(
      `UPDATE webhooks SET state = 'failed', lease_until = NULL
       WHERE (platform_id, id) IN (
         SELECT platform_id, id FROM webhooks
         WHERE state = 'pending' AND round_started_at <= $1::timestamptz - interval '72 hours'
           -- An attempt that is under way may still succeed.
           AND coalesce(lease_until <= $1, true)
         LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED)`,
      [now],
    );
    // Walks the index from endpoint to endpoint, so a backlog of any size costs one step.
    const due = await client.query<TurnKey>(
      `WITH RECURSIVE first AS (
         (SELECT platform_id, endpoint_id, due_at FROM webhooks WHERE state = 'pending'
          ORDER BY platform_id, endpoint_id, due_at LIMIT 1)
         UNION ALL
         SELECT next.* FROM first, LATERAL (
           SELECT platform_id, endpoint_id, due_at FROM webhooks
           WHERE state = 'pending' AND (platform_id, endpoint_id) > (first.platform_id, first.endpoint_id)
           ORDER BY platform_id, endpoint_id, due_at LIMIT 1) next
       )
       SELECT first.platform_id AS "platformId", first.endpoint_id AS id FROM first
       JOIN webhook_endpoints e ON e.platform_id = first.platform_id AND e.id = first.endpoint_id
       WHERE first.due_at <= $1 AND coalesce(e.paused_until <= $1, true)`,
      [now],
    );
    return due.rows;
  }, maintenanceLimits);
  await app.wake.ask('webhooks', asks);
}
