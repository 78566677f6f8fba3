import type { App } from '../context.ts';
import type { TurnKey } from '../turns/jobs.ts';

/** How long a running import is left to the process that wrote its last rows; milliseconds. */
const quietTime = 2_000;
/** Turns asked for by one look, at most: those that waited longest. */
const turnsALook = 20;

/**
 * Asks for a turn of each running import that nobody works on: its process died, or the ask was lost
 * (docs/rules.md#imports).
 */
export async function askForImports(app: App): Promise<void> {
  const quietSince = new Date(app.clock.now().getTime() - quietTime);
  const { rows } = await app.db.pool.query<TurnKey>(
    `SELECT i.platform_id AS "platformId", i.id FROM imports i JOIN platforms p ON p.id = i.platform_id
     WHERE i.finished_at IS NULL AND i.state = 'running' AND i.changed_at <= $1 AND p.suspended_at IS NULL
     ORDER BY i.changed_at LIMIT ${turnsALook}`,
    [quietSince],
  );
  if (rows.length > 0) await app.wake.ask('imports', rows);
}
