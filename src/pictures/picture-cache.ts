/**
 * Reads pictures for those who open a mail (docs/rules.md#address-of-a-picture): few at once from the database, or from
 * the store that has their bytes, and those that are shown often from memory. A mail to many people is opened by many in
 * its first minutes.
 */
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { createOrderedRoom } from '../ground/rooms/place-room.ts';
import type { PictureStore } from './store/picture-store.ts';

declare module '../context.ts' {
  interface Parts {
    readonly pictures: PictureCache;
  }
}

export interface ShownPicture {
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Bytes of the pictures in memory. */
const cacheBytes = 16 * 1_048_576;
/** Milliseconds for which a process shows a picture that another process has deleted. */
const keptFor = 60_000;
/** Reads of pictures from the database at once. */
const readsAtOnce = 3;

export interface PictureCache {
  /** Null where no platform has a picture of this address. */
  read(address: Buffer): Promise<ShownPicture | null>;
  forget(address: Buffer): void;
}

const storeMissing = 'The bytes of the picture are in a store that is not configured.';

interface Row {
  readonly platformId: string;
  readonly id: string;
  readonly object: string | null;
  readonly mediaType: string;
  readonly content: Buffer | null;
}

/** `now`: milliseconds that only grow. */
export function createPictureCache(client: Queryable, store: PictureStore | null, now: () => number): PictureCache {
  const room = createOrderedRoom(readsAtOnce);
  /** Those who ask for one picture at once share one read. */
  const reading = new Map<string, Promise<ShownPicture | null>>();
  const known = new LRUCache<string, ShownPicture>({
    maxSize: cacheBytes,
    sizeCalculation: ({ content }) => content.length,
    ttl: keptFor,
    ttlResolution: 0,
    perf: { now },
  });

  async function look(key: string, address: Buffer): Promise<ShownPicture | null> {
    try {
      const { rows } = await room(() =>
        client.query<Row>(
          `SELECT p.platform_id AS "platformId", p.id, p.object, p.media_type AS "mediaType", c.content
           FROM pictures p LEFT JOIN picture_contents c ON c.platform_id = p.platform_id AND c.picture_id = p.id
           WHERE p.address = $1`,
          [address],
        ),
      );
      const [row] = rows;
      if (row === undefined) return null;
      const content = row.content ?? (await readFromStore(row, address));
      if (content === null) return null;
      const found = { mediaType: row.mediaType, content };
      known.set(key, found);
      return found;
    } finally {
      reading.delete(key);
    }
  }

  async function readFromStore({ platformId, id, object }: Row, address: Buffer): Promise<Buffer | null> {
    if (object === null) return null;
    if (store === null) throw new DomainError('unavailable', storeMissing);
    return store.read({ platformId, id, address, object });
  }

  return {
    async read(address) {
      const key = address.toString('hex');
      const kept = known.get(key);
      if (kept) return kept;
      const under = reading.get(key) ?? look(key, address);
      reading.set(key, under);
      return under;
    },
    forget: (address) => void known.delete(address.toString('hex')),
  };
}
