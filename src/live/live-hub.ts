/**
 * What this process knows of the topics that its streams follow: when they have news, and which streams must end. A
 * notice of another process only hastens the next look, so a lost notice costs half a second and no change.
 */

import type { Listener } from '../db/connections/listener.ts';
import { asParty } from '../db/connections/party.ts';
import type { Db } from '../db/connections/pool.ts';
import type { Log } from '../ground/log/log.ts';
import type { Clock } from '../ground/time/clock.ts';
import { endStreams } from './end-streams.ts';
import type { FeedPlace } from './feed-cursor.ts';
import { eventEvery, lookAgainAfter, lookEvery, noticeEvery, renewEvery } from './feed-times.ts';
import { positionChanges } from './position-changes.ts';
import { findNews } from './read-changes.ts';
import { createRhythm } from './rhythm.ts';
import type { LiveStream } from './streams.ts';
import { readTimelineMarks } from './timeline-marks.ts';
import { createTopicPages, type FeedPage, type TopicPages } from './topic-pages.ts';
import { createWatchStarts, renewWatches } from './watches.ts';

declare module '../context.ts' {
  interface Parts {
    readonly live: LiveHub;
  }
}

const channel = 'tidings_live';

/** Looks serve the streams of all callers. */
const party = { kind: 'work', name: 'subscriptions' } as const;

interface Following {
  readonly topic: string;
  /** The only workspace whose changes the stream shows; null: the topic has no other. */
  readonly only: string | null;
  /** Null for a timeline. */
  readonly incarnation: string | null;
  /** The stream knows all changes up to here; null for a timeline. */
  readonly position: string | null;
  readonly stream: LiveStream;
}

/** A timeline has no position among changes: its entries are read anew. */
const isTimeline = ({ position }: Following) => position === null;

export interface Followed {
  /** Counts the news of the topic. */
  version(): number;
  /** Resolves when the topic has news that `version` did not count, and when the stream must end. */
  changed(version: number): Promise<void>;
  /** The first noticed changes after a place. Streams at one place get the same object, which is read once. */
  read(place: FeedPlace): Promise<FeedPage>;
  leave(): void;
}

export interface LiveHub {
  /** Begins to watch a topic. Rejects with `unavailable` when a transaction that may not know the watch goes on. */
  start(topic: string): Promise<FeedPlace>;
  follow(following: Following): Followed;
  /** Tells all processes that changes were recorded; to be called after the commit. */
  tell(): void;
  /** Since when notices are missed that streams of this process need, by `performance.now()`; null: none are. */
  deafSince(): number | null;
  close(): Promise<void>;
}

interface Topic {
  version: number;
  /** Position of the last change that the streams were told of. */
  position: string;
  /** When the streams may be told of further changes; by `performance.now()`. */
  nextAt: number;
  readonly pages: TopicPages;
  /** For a message: a mark that changes with its timeline. */
  mark: string | null;
  readonly followings: Set<Following>;
  readonly waiting: Set<() => void>;
}

interface HubParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

export function createLiveHub({ db, clock, log }: HubParts): LiveHub {
  const topics = new Map<string, Topic>();
  const starts = createWatchStarts({ db, clock }, party);
  let renewedAt = performance.now();
  let checkedAt = 0;

  const notices = createRhythm({
    every: null,
    least: noticeEvery,
    work: () => asParty(party, notify),
    onError: (error) => log.warn({ err: error }, 'A notice to subscriptions was not sent; they look by themselves'),
  });
  const looks = createRhythm({
    every: lookEvery,
    least: lookAgainAfter,
    work: () => asParty(party, look),
    onError: (error) => log.warn({ err: error }, 'A look for changes of subscriptions failed; the next one goes on'),
  });
  let listener: Listener | null = null;

  async function notify(): Promise<void> {
    await db.pool.query(`SELECT pg_notify('${channel}', '')`);
  }

  async function look(): Promise<void> {
    for (const topic of topics.values()) topic.pages.forget();
    const followed = [...topics].flatMap(([, { followings }]) => [...followings]);
    const now = performance.now();
    // Notices cause more looks than these need.
    const isDue = now - checkedAt >= lookEvery;
    if (isDue) {
      checkedAt = now;
      await endStreams(db, clock, followed);
      await lookAtTimelines();
    }
    if (now - renewedAt >= renewEvery) {
      renewedAt = now;
      await renewWatches({ db, clock }, [...topics.keys()]);
    }
    await lookAtChanges(now);
  }

  /** `began`: when the look began; by `performance.now()`. */
  async function lookAtChanges(began: number): Promise<void> {
    const { rows } = await db.pool.query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM live_changes WHERE position IS NULL) AS found',
    );
    if (rows[0]?.found) await positionChanges(db);
    const seen = [...topics].map(([topic, { position }]) => ({ topic, position }));
    for (const { topic, position } of await findNews(db, seen)) {
      const found = topics.get(topic);
      if (!found) continue;
      if (began < found.nextAt) {
        looks.hasten();
        continue;
      }
      // The look that comes just before the time is over tells: the one after it would come a whole pause later.
      found.nextAt = began + eventEvery - lookAgainAfter / 2;
      found.position = position;
      found.pages.forget();
      wake(found);
    }
  }

  async function lookAtTimelines(): Promise<void> {
    const messages = [...topics].filter(([, { followings }]) => [...followings].some(isTimeline));
    if (messages.length === 0) return;
    const marks = await readTimelineMarks(
      db,
      messages.map(([id]) => id),
    );
    for (const [id, topic] of messages) {
      const mark = marks.get(id) ?? '';
      if (mark === topic.mark) continue;
      topic.mark = mark;
      wake(topic);
    }
  }

  function wake(topic: Topic): void {
    topic.version += 1;
    for (const resolve of [...topic.waiting]) resolve();
  }

  function begin(): void {
    renewedAt = performance.now();
    listener = db.listen(channel, () => looks.hasten());
    looks.start();
  }

  async function end(): Promise<void> {
    looks.stop();
    const open = listener;
    listener = null;
    await open?.close();
  }

  return {
    start: (topic) => starts.add(topic),
    follow(following) {
      const { stream } = following;
      const topic = topics.get(following.topic) ?? {
        version: 0,
        position: following.position ?? '0',
        nextAt: 0,
        pages: createTopicPages(db, following.topic),
        mark: null,
        followings: new Set(),
        waiting: new Set(),
      };
      topic.followings.add(following);
      topics.set(following.topic, topic);
      if (topics.size === 1 && topic.followings.size === 1) begin();
      // There may be changes after the place of a stream that is resumed.
      else if (topic.followings.size === 1) looks.hasten();
      return {
        version: () => topic.version,
        changed: (version) =>
          new Promise((resolve) => {
            if (topic.version !== version || stream.signal.aborted) return resolve();
            const done = () => {
              topic.waiting.delete(done);
              stream.signal.removeEventListener('abort', done);
              resolve();
            };
            topic.waiting.add(done);
            stream.signal.addEventListener('abort', done);
          }),
        read(place) {
          return topic.pages.read(place, topic.position);
        },
        leave() {
          if (!topic.followings.delete(following) || topic.followings.size > 0) return;
          topics.delete(following.topic);
          if (topics.size === 0) void end();
        },
      };
    },
    tell: () => notices.hasten(),
    deafSince: () => listener?.deafSince() ?? null,
    async close() {
      notices.stop();
      await end();
    },
  };
}
