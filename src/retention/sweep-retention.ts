import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../context.ts';
import { maintenanceLimits } from '../db/time-limits.ts';
import { type Purge, purges } from './purges.ts';

/** Any number that no other advisory lock of ours has. */
const sweepLock = 7_461_021;
/** How long one sweep goes on while there is more; milliseconds. The next one follows a second later. */
const sweepTime = 2_000;
/** Between two batches the database has as long for others as the batch took, and no less than this; milliseconds. */
const pauseMin = 10;

/** Batch after batch of every purge that has more, each by one worker at a time, with pauses that leave room for emits. */
export async function sweepRetention(app: App): Promise<void> {
  const until = performance.now() + sweepTime;
  let rest: readonly Purge[] = purges;
  while (rest.length > 0 && performance.now() < until) {
    const more: Purge[] = [];
    for (const purge of rest) {
      const from = performance.now();
      if (!(await runPurge(app, purge))) continue;
      more.push(purge);
      await wait(Math.max(pauseMin, performance.now() - from));
    }
    rest = more;
  }
}

function runPurge(app: App, purge: Purge): Promise<boolean> {
  return app.db.transaction(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [sweepLock]);
    return rows[0]?.mine === true && purge(app, client, app.clock.now());
  }, maintenanceLimits);
}
