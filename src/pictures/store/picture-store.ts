/**
 * The bytes of pictures in a store that speaks S3, where one is configured (docs/rules.md#picture-store). What is read is
 * hashed again, so that nobody who writes to the bucket changes what a mail shows.
 */
import { LRUCache } from 'lru-cache';
import type { App } from '../../context.ts';
import { createObjectStore, StoreFault } from '../../transport/objects/object-store.ts';
import { addressOf } from '../picture-address.ts';
import { pictureBytesMax } from '../picture-limits.ts';
import { createStoreBreaker } from './store-breaker.ts';
import { createStoreOutages, type StoreRequest } from './store-outages.ts';
import { createStorePlaces, readPlaces, writePlaces } from './store-places.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { tellLosses } from './tell-losses.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Null: pictures are in the database. */
    readonly pictureStore: PictureStore | null;
  }
}

export interface KeptPicture {
  readonly platformId: string;
  readonly id: string;
  readonly address: Uint8Array;
  /** Name of its object. */
  readonly object: string;
}

/** Each rejects with `unavailable` while the store does not answer or refuses; `stopping` ends a request at once. */
export interface PictureStore {
  /** Rejects too where the store does not give back what it took. */
  put(
    picture: KeptPicture & { readonly mediaType: string; readonly content: Uint8Array },
    stopping?: AbortSignal,
  ): Promise<void>;
  /** Null: the store has no such object, or another one in its place. */
  read(picture: KeptPicture): Promise<Buffer | null>;
  remove(object: string, stopping?: AbortSignal): Promise<void>;
  /** Whether each request would be refused now without being made. */
  refuses(): boolean;
  /** Asks the store for nothing, so that the log of a start says what is wrong with it. Never rejects. */
  check(): Promise<void>;
  /** False: the last request of that kind failed, not long ago. */
  works(kind: StoreRequest): boolean;
  readonly sweep: StoreSweep;
}

/** What the sweep of this process remembers from run to run. */
export interface StoreSweep {
  /** Time of the monotonic clock until which it leaves a store alone that did not answer. */
  restsUntil: number;
  /** Ids of pictures whose move the store refused; none is tried again within an hour. */
  readonly refused: LRUCache<string, true>;
}

/** A run of the sweep; `stopping` ends its requests. */
export interface StoreRun {
  readonly app: App;
  readonly store: PictureStore;
  readonly stopping: AbortSignal;
}

/** Pictures whose refused moves are remembered. While there are so many, nothing is moved. */
export const refusedMax = 500;
const refusedFor = 3_600_000;

/** `limit` begins with each request, and ends it. */
export function createPictureStore(
  { config, clock, log }: Pick<App, 'config' | 'clock' | 'log'>,
  limit?: () => AbortSignal,
): PictureStore | null {
  if (config.pictureStore === null) return null;
  const now = () => clock.monotonic();
  const objects = createObjectStore(config.pictureStore, () => clock.now(), limit);
  const breaker = createStoreBreaker(now);
  const outages = createStoreOutages(log, now);
  const readRoom = createStorePlaces(readPlaces);
  const writeRoom = createStorePlaces(writePlaces);
  const tellLoss = tellLosses(log, now);

  function ask<Result>(kind: StoreRequest, request: () => Promise<Result>): Promise<Result> {
    return breaker
      .pass(() => outages.follow(kind, request))
      .catch((error: unknown) => {
        if (!(error instanceof StoreFault)) throw error;
        throw new StoreUnavailable(error.isSilence ? 'store' : 'object');
      });
  }

  /** Nobody waits for a place from which there is nothing to be had. */
  const inRoom = <Result>(room: typeof readRoom, platformId: string, work: () => Promise<Result>): Promise<Result> =>
    breaker.refuses() ? Promise.reject(new StoreUnavailable('store')) : room(platformId, work);

  const isOurs = ({ platformId, address }: KeptPicture, content: Buffer) =>
    addressOf(platformId, content).equals(address);

  return {
    sweep: {
      restsUntil: 0,
      refused: new LRUCache<string, true>({ max: refusedMax, ttl: refusedFor, ttlResolution: 0, perf: { now } }),
    },
    put: (picture, stopping) =>
      inRoom(writeRoom, picture.platformId, () =>
        ask('write', async () => {
          await objects.put(picture.object, new Uint8Array(picture.content), picture.mediaType, stopping);
          // Not every server that answers 200 keeps what it got: these may be the only bytes of the picture.
          const kept = await objects.read(picture.object, pictureBytesMax, stopping);
          if (kept === null || !isOurs(picture, kept)) {
            throw new StoreFault('the store of pictures does not give back what it took', false);
          }
        }),
      ),
    async read(picture) {
      const content = await inRoom(readRoom, picture.platformId, () =>
        ask('read', () => objects.read(picture.object, pictureBytesMax)),
      );
      if (content !== null && isOurs(picture, content)) return content;
      tellLoss(picture, content !== null);
      return null;
    },
    remove: (object, stopping) => ask('remove', () => objects.remove(object, stopping)),
    async check() {
      await ask('read', () => objects.read('pictures/none', 0)).catch((error: unknown) => {
        // What the store did is told; anything else is a fault of ours.
        if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'the store could not be asked');
      });
    },
    refuses: breaker.refuses,
    works: outages.works,
  };
}
