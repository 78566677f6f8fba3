import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../context.ts';
import { oneAtATime } from '../db/writes/one-at-a-time.ts';
import { type Purge, purges } from './purges.ts';

/** Time of one sweep while there is more to remove; milliseconds. The next sweep follows a second later. */
const sweepTime = 2_000;
/**
 * Shortest pause between two batches; milliseconds. A pause is as long as the batch before it, so that other work gets
 * half of the database's time.
 */
const pauseMin = 10;

/**
 * Runs batch after batch of every purge that has more, each in one worker at a time, with pauses that leave room for
 * emits. Returns whether there may be more.
 */
export async function sweepRetention(app: App): Promise<boolean> {
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
  return rest.length > 0;
}

/** A batch finds the rows of its few keys by indexes. Of a table that has many to remove, another join reads all. */
const byIndexes = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

/** Runs one batch; returns whether there may be more. */
export async function runPurge(app: App, purge: Purge): Promise<boolean> {
  const hasMore = await oneAtATime(app.db, 'sweepRetention', async (client) => {
    await client.query(byIndexes);
    return purge(app, client, app.clock.now());
  });
  return hasMore ?? false;
}
