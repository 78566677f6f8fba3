import type { App } from '../../context.ts';
import { formOf } from '../../db/by-workspace.ts';
import { statement } from '../../db/rows.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';
import { clockTolerance } from '../../ground/time/clock.ts';
import { isUnleasedSql } from '../pending-sql.ts';
import { failPendingSql, feedFailed, feedFailedSql } from './fail-pending-sql.ts';
import { roundsOverSince } from './webhook-schedule.ts';

/** Rows failed by one sweep, at most; the next one goes on. */
const rowsASweep = 500;

const failOverdue = statement({
  values: { now: 'timestamptz', overSince: 'timestamptz' },
  text: ({ now, overSince }, only) => {
    // An attempt that is under way may still succeed.
    const isOver = `p.round_started_at <= ${overSince} AND ${isUnleasedSql('p', now)}`;
    return `
    WITH found AS MATERIALIZED (
      SELECT h.platform_id, h.id
      FROM pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
      WHERE ${isOver}
      LIMIT ${rowsASweep} FOR NO KEY UPDATE OF h SKIP LOCKED
    ), ${failPendingSql({ found: 'found', now, only: isOver })} ${feedFailedSql(now, only)}`;
  },
});

/**
 * Rows whose webhook is gone: with its partition, or by a process of an earlier version, which left the row to a foreign key.
 * Nothing claims them. Only the oldest are looked at, so that a backlog of others costs little.
 */
const dropOrphans = statement({
  values: { now: 'timestamptz', overSince: 'timestamptz' },
  text: ({ now, overSince }) => `
    WITH oldest AS MATERIALIZED (
      SELECT p.platform_id, p.id FROM pending_webhooks p
      WHERE p.round_started_at <= ${overSince} AND ${isUnleasedSql('p', now)}
      ORDER BY p.round_started_at LIMIT ${rowsASweep}
    )
    DELETE FROM pending_webhooks p USING oldest o
    WHERE p.platform_id = o.platform_id AND p.id = o.id AND NOT EXISTS (
      SELECT FROM webhooks h WHERE h.platform_id = o.platform_id AND h.id = o.id)`,
});

/** Webhooks that a process whose clock was ahead has dated: they would wait until that time. */
const healDueTimes = statement({
  values: { now: 'timestamptz', ahead: 'timestamptz' },
  text: ({ now, ahead }) => `
    UPDATE pending_webhooks SET due_at = ${now}
    WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM pending_webhooks
      WHERE round_started_at > ${ahead} AND due_at > ${ahead} AND NOT held AND round_attempts = 0
      LIMIT ${rowsASweep} FOR NO KEY UPDATE SKIP LOCKED)`,
});

/** Fails the webhooks whose round is over (docs/rules.md#webhook-retries), and removes what is left of others. One worker at a time does so. */
export async function sweepWebhooks(app: App): Promise<void> {
  await oneAtATime(app.db, 'sweepWebhooks', async (client) => {
    const now = app.clock.now();
    await client.query(healDueTimes({ now, ahead: new Date(now.getTime() + clockTolerance) }));
    const { rows: failed } = await client.query(formOf(app.db)(failOverdue)({ now, overSince: roundsOverSince(now) }));
    await feedFailed(app.db, client, failed, now);
    await client.query(dropOrphans({ now, overSince: roundsOverSince(now) }));
  });
}
