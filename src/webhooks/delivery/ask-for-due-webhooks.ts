import type { App } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { isOpenSql } from './breaker.ts';
import { firstPendingSql } from './first-pending-sql.ts';

const dueEndpoints = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    WITH RECURSIVE ${firstPendingSql}
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
