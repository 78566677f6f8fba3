import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { isOpenSql } from './breaker.ts';

/** Walks the index from endpoint to endpoint, so a backlog of any size costs one step. */
const dueEndpoints = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    WITH RECURSIVE first AS (
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
    WHERE first.due_at <= ${now} AND ${isOpenSql('e', now)}`,
});

/**
 * Asks for a turn of every endpoint with a due webhook: retries, ended pauses and lost asks. The look takes no lock, so
 * a process that hangs in a sweep delays no other process. A second ask changes nothing.
 */
export async function askForDueWebhooks(app: App): Promise<void> {
  const { rows } = await app.db.pool.query<TurnKey>(dueEndpoints({ now: app.clock.now() }));
  await app.wake.ask('webhooks', rows);
}
