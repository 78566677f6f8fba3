import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
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
  alone: true,
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

const oldest = `(SELECT * FROM live_changes ORDER BY seq LIMIT ${changesASweep})`;

const findTopics = `SELECT DISTINCT topic FROM ${oldest} c`;

const findWatched = statement({
  values: { topics: 'text[]' },
  text: ({ topics }) => `SELECT topic FROM live_watches WHERE topic = ANY(${topics})`,
});

const dropApart = statement({
  values: { keptSince: 'timestamptz', watched: 'text[]' },
  text: ({ keptSince, watched }) => `
    WITH gone AS (
      DELETE FROM live_changes WHERE seq IN (
        SELECT c.seq FROM ${oldest} c
        WHERE c.position IS NOT NULL AND c.at < ${keptSince} OR c.topic <> ALL(${watched}))
      RETURNING topic, position
    )
    SELECT topic, max(position)::text AS position FROM gone
    WHERE topic = ANY(${watched}) AND position IS NOT NULL GROUP BY topic`,
});

interface Purged {
  readonly topic: string;
  readonly position: string;
}

const notePurged = statement({
  rows: {
    g: rowsOf<Purged>({ topic: ['text', ({ topic }) => topic], position: ['text', ({ position }) => position] }),
  },
  text: ({ g }) => `
    UPDATE live_watches w SET purged = greatest(w.purged, g.position::bigint) FROM ${g} WHERE w.topic = g.topic`,
});

/** The same on a cluster, where watches are on every machine and changes on the coordinator. */
async function dropInSteps(client: Queryable, keptSince: Date): Promise<void> {
  const { rows } = await client.query<{ topic: string }>(findTopics);
  const topics = rows.map(({ topic }) => topic);
  const { rows: found } = await client.query<{ topic: string }>(findWatched({ topics }));
  const watched = found.map(({ topic }) => topic);
  const { rows: purged } = await client.query<Purged>(dropApart({ keptSince, watched }));
  if (purged.length > 0) await client.query(notePurged({ g: purged }));
}

/** Ends watches that no stream has extended, and removes changes that are too old to be resumed from. */
export async function sweepLive(app: App): Promise<void> {
  const place = app.parts.liveSweep;
  if (performance.now() < place.nextAt) return;
  place.nextAt = performance.now() + sweepEvery;
  await oneAtATime(app.db, 'sweepLive', async (client) => {
    const now = app.clock.now();
    await client.query(dropWatches, [now]);
    const keptSince = new Date(now.getTime() - changesKeptFor);
    if (app.db.isCluster()) await dropInSteps(client, keptSince);
    else await client.query(dropChanges({ keptSince }));
  });
}
