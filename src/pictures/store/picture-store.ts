/**
 * The bytes of pictures in a store that speaks S3, where one is configured (docs/rules.md#picture-store). Each has the name
 * of its address: what is read is hashed again, so that nobody who writes to the bucket changes what a mail shows.
 */
import type { App } from '../../context.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import type { Log } from '../../ground/log/log.ts';
import { createObjectStore, StoreFault } from '../../transport/objects/object-store.ts';
import { addressOf } from '../picture-address.ts';
import { pictureBytesMax } from '../picture-limits.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Null: pictures are in the database. */
    readonly pictureStore: PictureStore | null;
  }
}

export interface KeptPicture {
  readonly platformId: string;
  readonly address: Uint8Array;
}

/** Each rejects with `unavailable` while the store does not answer or refuses. */
export interface PictureStore {
  /** Rejects too where the store does not give back what it took. */
  put(picture: KeptPicture & { readonly mediaType: string; readonly content: Uint8Array }): Promise<void>;
  /** Null: the store has no such object, or another one in its place. */
  read(picture: KeptPicture): Promise<Buffer | null>;
  remove(address: Uint8Array): Promise<void>;
  /** Asks the store for nothing, so that the log of a start says what is wrong with it. Never rejects. */
  check(): Promise<void>;
  /** Time of the monotonic clock until which the sweep leaves a store alone that failed it. */
  readonly sweep: { restsUntil: number };
}

export function createPictureStore({ config, clock, log }: Pick<App, 'config' | 'clock' | 'log'>): PictureStore | null {
  if (config.pictureStore === null) return null;
  const objects = createObjectStore(config.pictureStore, () => clock.now());
  const told = tellOutages(log);
  async function read({ platformId, address }: KeptPicture): Promise<Buffer | null> {
    const content = await told(() => objects.read(nameOf(address), pictureBytesMax));
    const isOurs = content !== null && addressOf(platformId, content).equals(address);
    if (!isOurs) log.warn({ isThere: content !== null }, 'the store lacks a picture, or has another one in its place');
    return isOurs ? content : null;
  }
  return {
    sweep: { restsUntil: 0 },
    async put(picture) {
      await told(() => objects.put(nameOf(picture.address), new Uint8Array(picture.content), picture.mediaType));
      // Not every server that answers 200 keeps what it got: these may be the only bytes of the picture.
      if ((await read(picture)) === null) throw unavailable();
    },
    read,
    remove: (address) => told(() => objects.remove(nameOf(address))),
    async check() {
      await told(() => objects.read('pictures/none', 0)).catch((error: unknown) => {
        // What the store did is told; anything else is a fault of ours.
        if (!isUnavailable(error)) log.error({ err: error }, 'the store could not be asked');
      });
    },
  };
}

const nameOf = (address: Uint8Array) => `pictures/${Buffer.from(address).toString('hex')}`;

const isUnavailable = (error: unknown) => error instanceof DomainError && error.code === 'unavailable';

const unavailable = () =>
  new DomainError('unavailable', 'The store of pictures does not answer. Retry after the time in `Retry-After`.');

type Told = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** One line when the store fails, and one when it answers again: anybody may ask for a picture, as often as they like. */
function tellOutages(log: Log): Told {
  let fails = false;
  return async (work) => {
    try {
      const result = await work();
      if (fails) log.info('the store of pictures answers again');
      fails = false;
      return result;
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      if (!fails) log.warn({ fault: error.message }, 'pictures can be neither uploaded nor shown, but those in memory');
      fails = true;
      throw unavailable();
    }
  };
}
