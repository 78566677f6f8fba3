import type { App } from '../context.ts';
import type { TurnKey } from '../turns/jobs.ts';

/** Turns asked for by one sweep, at most; the next sweep continues. */
const asksASweep = 100;

/** Asks for a turn of every sending domain whose check is due. */
export async function sweepSendingDomains(app: App): Promise<void> {
  const { rows } = await app.db.pool.query<TurnKey>(
    `SELECT platform_id AS "platformId", id FROM sending_domains WHERE check_due_at <= $1
     ORDER BY check_due_at LIMIT ${asksASweep}`,
    [app.clock.now()],
  );
  await app.wake.ask('domains', rows);
}
