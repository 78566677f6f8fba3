/**
 * Watches of topics (docs/rules.md#live-feed): while a topic has a watch, the statements that change the topic record
 * its changes. A watch outlives its streams by some minutes, so that they can resume.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Party } from '../db/connections/connection-room.ts';
import type { Db } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { createGroupCommit, type GroupCommit } from '../db/writes/group-commit.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import type { Clock } from '../ground/time/clock.ts';
import { cursorExpired, type FeedPlace } from './feed-cursor.ts';
import { resumableFor, startPatience } from './feed-times.ts';
import { positionChanges } from './position-changes.ts';

/** Pause between two looks at older transactions; milliseconds. */
const lookAgainAfter = 10;

/** Streams that begin together, at most. */
const startsATime = 500;
/** Groups of streams that begin at once: one that waits for an old transaction holds up no other. */
const startsAtOnce = 4;

interface WatchParts {
  readonly db: Db;
  readonly clock: Clock;
}

const hold = statement({
  name: 'hold-live-watch',
  values: { topic: 'text', incarnation: 'text', until: 'timestamptz' },
  text: ({ topic, incarnation, until }) => `
    INSERT INTO live_watches (topic, incarnation, until) VALUES (${topic}, ${incarnation}, ${until})
    ON CONFLICT (topic) DO UPDATE SET until = greatest(live_watches.until, excluded.until)
    RETURNING incarnation`,
});

/** Writes under way, by database and topic. */
const underWay = new WeakMap<Db, Map<string, Promise<string>>>();

/**
 * Makes or extends the watch of a topic; returns its incarnation. Streams that begin at once share the write: a hundred
 * writes of one row would wait for each other.
 */
export function holdWatch(parts: WatchParts, topic: string): Promise<string> {
  const writes = underWay.get(parts.db) ?? new Map<string, Promise<string>>();
  underWay.set(parts.db, writes);
  const known = writes.get(topic);
  if (known) return known;
  const made = writeWatch(parts, topic).finally(() => writes.delete(topic));
  writes.set(topic, made);
  return made;
}

async function writeWatch({ db, clock }: WatchParts, topic: string): Promise<string> {
  const now = clock.now();
  const { rows } = await db.pool.query<{ incarnation: string }>(
    hold({ topic, incarnation: newId(now), until: watchedUntil(now) }),
  );
  const [row] = rows;
  if (!row) throw new Error('A watch was not written');
  return row.incarnation;
}

/**
 * Begins to watch the topics of streams, those together that begin at once. The changes of every transaction that
 * commits after the answer have later positions.
 */
export function createWatchStarts(parts: WatchParts, party: Party): GroupCommit<string, FeedPlace> {
  return createGroupCommit<string, FeedPlace>({
    size: startsATime,
    inFlight: startsAtOnce,
    waitMs: 0,
    party,
    async write(topics) {
      const distinct = [...new Set(topics)];
      const held = await Promise.all(distinct.map(async (topic) => [topic, await holdWatch(parts, topic)] as const));
      const incarnations = new Map(held);
      await waitForOlderWrites(parts.db);
      const position = await positionChanges(parts.db);
      return topics.map((topic) => ({ answer: { incarnation: incarnations.get(topic) ?? '', position } }));
    },
  });
}

const resume = statement({
  name: 'resume-live-watch',
  values: { topic: 'text', incarnation: 'text', position: 'text', until: 'timestamptz' },
  text: ({ topic, incarnation, position, until }) => `
    UPDATE live_watches SET until = greatest(until, ${until})
    WHERE topic = ${topic} AND incarnation = ${incarnation} AND purged <= ${position}::bigint`,
});

/** Goes on after a cursor. Throws `validation_failed` under `after` when changes after it were removed. */
export async function resumeWatch({ db, clock }: WatchParts, topic: string, place: FeedPlace): Promise<FeedPlace> {
  const { rowCount } = await db.pool.query(resume({ ...place, topic, until: watchedUntil(clock.now()) }));
  if (rowCount === 0) throw cursorExpired();
  return place;
}

const renew = statement({
  values: { until: 'timestamptz' },
  rows: { i: rowsOf<string>({ topic: ['text', (topic) => topic] }) },
  text: ({ i, until }) => `
    UPDATE live_watches w SET until = greatest(w.until, ${until}) FROM ${i} WHERE w.topic = i.topic`,
});

/** Extends the watches of topics that are still followed. */
export async function renewWatches({ db, clock }: WatchParts, topics: readonly string[]): Promise<void> {
  await db.pool.query(renew({ i: topics, until: watchedUntil(clock.now()) }));
}

function watchedUntil(now: Date): Date {
  return new Date(now.getTime() + resumableFor);
}

/** Other transactions that have read the watches; each holds a lock of the table from before its snapshot to its end. */
const readers = `
  SELECT virtualtransaction AS id FROM pg_locks
  WHERE locktype = 'relation' AND relation = 'live_watches'::regclass AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const stillReading = `SELECT EXISTS (SELECT FROM (${readers}) r WHERE r.id = ANY($1)) AS found`;

/** Waits for the transactions that may not have seen a watch that is committed now, and so record no changes for it. */
async function waitForOlderWrites({ pool }: Db): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(readers);
  const older = rows.map(({ id }) => id);
  const giveUpAt = performance.now() + startPatience;
  for (;;) {
    if (older.length === 0) return;
    const { rows: found } = await pool.query<{ found: boolean }>(stillReading, [older]);
    if (found[0]?.found !== true) return;
    if (performance.now() > giveUpAt) throw new DomainError('unavailable');
    await sleep(lookAgainAfter);
  }
}
