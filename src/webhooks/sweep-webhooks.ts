import type { App } from '../context.ts';
import { oneAtATime } from '../db/one-at-a-time.ts';
import { statement } from '../db/rows.ts';
import { feedSql } from '../live/feed-sql.ts';
import { roundsOverSince } from './webhook-schedule.ts';

/** Rows failed by one sweep, at most; the next one goes on. */
const rowsASweep = 500;

const failOverdue = statement({
  values: { now: 'timestamptz', overSince: 'timestamptz' },
  text: ({ now, overSince }) => `
    WITH failed AS (
      UPDATE webhooks SET state = 'failed', lease_until = NULL
      WHERE (platform_id, id) IN (
        SELECT platform_id, id FROM webhooks
        WHERE state = 'pending' AND round_started_at <= ${overSince}
          -- An attempt that is under way may still succeed.
          AND coalesce(lease_until <= ${now}, true)
        LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED)
      RETURNING id, endpoint_id, state
    ), ${feedSql({
      from: 'failed',
      topics: ['failed.endpoint_id'],
      subject: 'failed.id',
      state: 'failed.state',
      at: now,
    })}
    SELECT count(*) FROM failed`,
});

/** Fails the webhooks whose round is over (docs/rules.md#webhook-retries). One worker at a time does so. */
export async function sweepWebhooks(app: App): Promise<void> {
  await oneAtATime(app.db, 'sweepWebhooks', async (client) => {
    const now = app.clock.now();
    await client.query(failOverdue({ now, overSince: roundsOverSince(now) }));
  });
}
