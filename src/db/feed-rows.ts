/**
 * Records changes of rows that a cluster has on its coordinator alone (docs/rules.md#live-feed). Watches are on every machine,
 * and a statement that has both is refused there, so they are read first; on one database `feedSql` does both.
 */
import type { Queryable } from './connections/pool.ts';
import { rowsOf, statement } from './rows.ts';

interface FedChange {
  /** Ids of the topics to which it belongs. */
  readonly topics: readonly (string | null)[];
  /** Id of what changed. */
  readonly subject: string;
  readonly state: string;
}

interface TopicChange extends FedChange {
  readonly topic: string;
}

const readWatched = statement({
  values: { topics: 'text[]' },
  text: ({ topics }) => `SELECT topic FROM live_watches WHERE topic = ANY(${topics})`,
});

const addChanges = statement({
  rows: {
    i: rowsOf<TopicChange>({
      topic: ['text', ({ topic }) => topic],
      subject: ['text', ({ subject }) => subject],
      state: ['text', ({ state }) => state],
    }),
  },
  values: { now: 'timestamptz' },
  text: ({ i, now }) => `
    INSERT INTO live_changes (topic, subject, state, at) SELECT i.topic, i.subject, i.state, ${now} FROM ${i}`,
});

/** Returns how many were recorded: none for topics without a watch. */
export async function feedRows(client: Queryable, changes: readonly FedChange[], now: Date): Promise<number> {
  const topics = [...new Set(changes.flatMap((change) => change.topics.filter((topic) => topic !== null)))];
  if (topics.length === 0) return 0;
  const { rows } = await client.query<{ readonly topic: string }>(readWatched({ topics }));
  const watched = new Set(rows.map(({ topic }) => topic));
  const fed = changes.flatMap((change) =>
    change.topics.flatMap((topic) => (topic !== null && watched.has(topic) ? [{ ...change, topic }] : [])),
  );
  if (fed.length > 0) await client.query(addChanges({ i: fed, now }));
  return fed.length;
}
