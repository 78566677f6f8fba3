/** What the streams of one topic have read since the last look: streams at one place share the read. */
import type { Db } from '../db/connections/pool.ts';
import { type FeedPlace, writeFeedCursor } from './feed-cursor.ts';
import { type Change, readChanges } from './read-changes.ts';

/** Changes of one topic, in order, and the place after them. */
export interface FeedPage extends FeedPlace {
  readonly cursor: string;
  readonly changes: readonly Change[];
}

export interface TopicPages {
  /** The first changes after a place and up to the position `last`; equal pages are one object. */
  read(place: FeedPlace, last: string): Promise<FeedPage>;
  forget(): void;
}

export function createTopicPages(db: Db, topic: string): TopicPages {
  const byPlace = new Map<string, Promise<FeedPage>>();
  const byChanges = new Map<string, FeedPage>();

  async function readPage({ incarnation, position }: FeedPlace, last: string): Promise<FeedPage> {
    const changes = await readChanges(db, { topic, incarnation, position, last });
    const place = { incarnation, position: changes.at(-1)?.position ?? position };
    const page = { ...place, cursor: writeFeedCursor(place), changes };
    // Streams at different places between which nothing has changed get the same object too.
    const name = `${incarnation} ${changes[0]?.position} to ${page.position}`;
    const same = byChanges.get(name) ?? page;
    byChanges.set(name, same);
    return same;
  }

  return {
    read(place, last) {
      const name = `${place.incarnation} ${place.position}`;
      const known = byPlace.get(name);
      if (known) return known;
      const made = readPage(place, last);
      byPlace.set(name, made);
      made.catch(() => byPlace.delete(name));
      return made;
    },
    forget() {
      byPlace.clear();
      byChanges.clear();
    },
  };
}
