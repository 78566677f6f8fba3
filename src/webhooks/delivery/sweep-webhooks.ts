import type { App } from '../../context.ts';
import { oneAtATime } from '../../db/one-at-a-time.ts';
import { statement } from '../../db/rows.ts';
import { clockTolerance } from '../../ground/clock.ts';
import { endFailedSql } from './end-failed-sql.ts';
import { roundsOverSince } from './webhook-schedule.ts';

/** Rows failed by one sweep, at most; the next one goes on. */
const rowsASweep = 500;

const failOverdue = statement({
  values: { now: 'timestamptz', overSince: 'timestamptz' },
  text: ({ now, overSince }) => `
    WITH failed AS (
      UPDATE webhooks SET state = 'failed', failed_at = ${now}, lease_until = NULL
      WHERE (platform_id, id) IN (
        SELECT h.platform_id, h.id
        FROM pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
        WHERE p.round_started_at <= ${overSince} AND h.state = 'pending' AND h.round_started_at <= ${overSince}
          -- An attempt that is under way may still succeed.
          AND coalesce(h.lease_until <= ${now}, true)
        LIMIT ${rowsASweep} FOR NO KEY UPDATE OF h SKIP LOCKED)
      RETURNING platform_id, id, endpoint_id, state
    ), ${endFailedSql(now)}
    SELECT count(*) FROM failed`,
});

/** Webhooks that a process whose clock was ahead has dated: they would wait until that time. */
const healDueTimes = statement({
  values: { now: 'timestamptz', ahead: 'timestamptz' },
  text: ({ now, ahead }) => `
    WITH healed AS (
      UPDATE webhooks SET due_at = ${now}
      WHERE (platform_id, id) IN (
        SELECT h.platform_id, h.id
        FROM webhooks h JOIN pending_webhooks p ON p.platform_id = h.platform_id AND p.id = h.id
        WHERE p.round_started_at > ${ahead} AND h.state = 'pending' AND h.due_at > ${ahead} AND NOT p.held
          AND h.round_attempts = 0
        LIMIT ${rowsASweep} FOR NO KEY UPDATE OF h SKIP LOCKED)
      RETURNING platform_id, id
    )
    UPDATE pending_webhooks p SET due_at = ${now} FROM healed h WHERE p.platform_id = h.platform_id AND p.id = h.id`,
});

/** Fails the webhooks whose round is over (docs/rules.md#webhook-retries). One worker at a time does so. */
export async function sweepWebhooks(app: App): Promise<void> {
  await oneAtATime(app.db, 'sweepWebhooks', async (client) => {
    const now = app.clock.now();
    await client.query(healDueTimes({ now, ahead: new Date(now.getTime() + clockTolerance) }));
    await client.query(failOverdue({ now, overSince: roundsOverSince(now) }));
  });
}
