import type { App } from '../context.ts';
import { maintenanceLimits } from '../db/time-limits.ts';

/** Rows failed by one sweep, at most; the next one goes on. */
const rowsASweep = 500;
/** Any number that no other advisory lock of ours has. */
const sweepLock = 7_461_012;

/** Fails the webhooks whose three days are over; one worker at a time does. */
export async function sweepWebhooks(app: App): Promise<void> {
  await app.db.transaction(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [sweepLock]);
    if (!rows[0]?.mine) return;
    await client.query(
      `UPDATE webhooks SET state = 'failed', lease_until = NULL
       WHERE (platform_id, id) IN (
         SELECT platform_id, id FROM webhooks
         WHERE state = 'pending' AND round_started_at <= $1::timestamptz - interval '72 hours'
           -- An attempt that is under way may still succeed.
           AND coalesce(lease_until <= $1, true)
         LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED)`,
      [app.clock.now()],
    );
  }, maintenanceLimits);
}
