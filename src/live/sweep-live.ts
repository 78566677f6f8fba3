import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { oneAtATime } from '../db/writes/one-at-a-time.ts';
import { changesKeptFor } from './feed-times.ts';

declare module '../context.ts' {
  interface Parts {
    /** When this process sweeps next; by `performance.now()`. */
    readonly liveSweep: { nextAt: number };
  }
}

/** Time between two sweeps of a process; milliseconds. */
const sweepEvery = 10_000;
/** Changes that one sweep looks at, oldest first; watched topics write fewer in ten seconds. */
const changesASweep = 50_000;

const dropWatches = 'DELETE FROM live_watches WHERE until < $1';

// Changes without a position were not shown yet, unless nobody can ask for them.
const dropChanges = statement({
  values: { keptSince: 'timestamptz' },
  text: ({ keptSince }) => `
    WITH gone AS (
      DELETE FROM live_changes WHERE seq IN (
        SELECT c.seq FROM (SELECT * FROM live_changes ORDER BY seq LIMIT ${changesASweep}) c
        WHERE c.position IS NOT NULL AND c.at < ${keptSince}
          OR NOT EXISTS (SELECT FROM live_watches w WHERE w.topic = c.topic))
      RETURNING topic, position
    )
    UPDATE live_watches w SET purged = greatest(w.purged, g.position)
    FROM (SELECT topic, max(position) AS position FROM gone GROUP BY topic) g
    WHERE w.topic = g.topic`,
});

/** Ends watches that no stream has extended, and removes changes that are too old to be resumed from. */
export async function sweepLive(app: App): Promise<void> {
  const place = app.parts.liveSweep;
  if (performance.now() < place.nextAt) return;
  place.nextAt = performance.now() + sweepEvery;
  await oneAtATime(app.db, 'sweepLive', async (client) => {
    const now = app.clock.now();
    await client.query(dropWatches, [now]);
    await client.query(dropChanges({ keptSince: new Date(now.getTime() - changesKeptFor) }));
  });
}
