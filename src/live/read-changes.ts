import type { Db } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { FeedPlace } from './feed-cursor.ts';
import { changesAnEvent } from './feed-times.ts';
import { resumable } from './streams.ts';

/** One change of a topic. */
export interface Change {
  /** As PostgreSQL writes a bigint. */
  readonly position: string;
  /** Id of the message, the webhook or the workspace that changed. */
  readonly subject: string;
  readonly was: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly at: Date;
}

// One statement, so that the changes and what was removed of them are of one moment.
const changesAfter = statement({
  name: 'read-live-changes',
  values: { topic: 'text', incarnation: 'text', position: 'text', last: 'text' },
  text: ({ topic, incarnation, position, last }) => `
    SELECT c.* FROM live_watches w
    LEFT JOIN LATERAL (
      SELECT position::text, subject, was, state, reason, at FROM live_changes
      WHERE topic = w.topic AND position > ${position}::bigint AND position <= ${last}::bigint
      ORDER BY topic, live_changes.position LIMIT ${changesAnEvent}) c ON true
    WHERE w.topic = ${topic} AND w.incarnation = ${incarnation} AND w.purged <= ${position}::bigint`,
});

/**
 * Returns the first changes of a topic after a place and up to the position `last`, in order. Throws `unavailable` where
 * some of them were removed, or are recorded no more.
 */
export async function readChanges(
  db: Db,
  { topic, last, ...place }: FeedPlace & { readonly topic: string; readonly last: string },
): Promise<readonly Change[]> {
  const { rows } = await db.pool.query<Change | { readonly position: null }>(changesAfter({ ...place, topic, last }));
  if (rows.length === 0) throw resumable('The changes of this subscription are not kept any more.');
  return rows.filter((row): row is Change => row.position !== null);
}

interface Seen {
  readonly topic: string;
  readonly position: string;
}

const newest = statement({
  name: 'find-live-news',
  rows: {
    i: rowsOf<Seen>({ topic: ['text', ({ topic }) => topic], seen: ['text', ({ position }) => position] }),
  },
  text: ({ i }) => `
    SELECT i.topic, n.position::text FROM ${i}
    CROSS JOIN LATERAL (
      SELECT c.position FROM live_changes c WHERE c.topic = i.topic AND c.position > i.seen::bigint
      ORDER BY c.topic DESC, c.position DESC LIMIT 1) n`,
});

/** Returns the topics that have changes after the position given with them, with their last positions. */
export async function findNews(db: Db, seen: readonly Seen[]): Promise<readonly Seen[]> {
  const { rows } = await db.pool.query<Seen>(newest({ i: seen }));
  return rows;
}
