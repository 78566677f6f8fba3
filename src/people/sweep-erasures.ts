import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';

/** Turns asked for by one sweep, at most; the next one goes on. */
const turnsASweep = 100;

/** Asks for a turn of every erasure that is not finished: lost asks and what waited for mail under way. */
export async function sweepErasures(app: App): Promise<void> {
  const { rows } = await app.db.pool.query<TurnKey>(
    `SELECT platform_id AS "platformId", id FROM erasures WHERE finished_at IS NULL
     ORDER BY requested_at LIMIT ${turnsASweep}`,
  );
  await app.wake.ask('erasures', rows);
}
