import type { App } from '../context.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { SweepPosition } from '../turns/sweep-position.ts';

declare module '../context.ts' {
  interface Parts {
    readonly erasureSweep: SweepPosition;
  }
}

/** Turns asked for by one sweep, at most; the next sweep continues after the last of them. */
const turnsASweep = 100;

/** Asks for a turn of every unfinished erasure: lost requests, and erasures that waited for mail under way. */
export async function sweepErasures(app: App): Promise<void> {
  // Many erasures may wait for mail under way without moving.
  const position = app.parts.erasureSweep;
  const { rows } = await app.db.pool.query<TurnKey>(
    `SELECT platform_id AS "platformId", id FROM erasures WHERE finished_at IS NULL AND id > $1
     ORDER BY id LIMIT ${turnsASweep}`,
    [position.after],
  );
  position.after = rows.length === turnsASweep ? (rows.at(-1)?.id ?? '') : '';
  await app.wake.ask('erasures', rows);
}
