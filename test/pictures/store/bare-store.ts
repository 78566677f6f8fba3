/** A store of pictures without a database, at a server of the test, in a time that the test moves. */
import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { readConfig } from '../../../src/ground/config/config.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { createPictureStore, type PictureStore } from '../../../src/pictures/store/picture-store.ts';
import { serveLocally } from '../../support/serve-locally.ts';

export interface BareStore {
  readonly store: PictureStore;
  /** What the log has, each line as an object. */
  readonly lines: Record<string, unknown>[];
  /** Moves the clock by so many milliseconds; it stands still otherwise. */
  advance(milliseconds: number): void;
  /** The time of all requests under way is over. */
  endRequests(): void;
  close(): Promise<void>;
}

export async function createBareStore(listener: RequestListener): Promise<BareStore> {
  const { origin, close } = await serveLocally(listener);
  const lines: Record<string, unknown>[] = [];
  const limits: AbortController[] = [];
  let time = 1_000_000;
  const store = createPictureStore(
    {
      config: readConfig({
        PICTURE_STORE_URL: `${origin}/shelf`,
        PICTURE_STORE_KEY_ID: 'key',
        PICTURE_STORE_SECRET_KEY: 'secret',
      }),
      clock: { now: () => new Date(time), monotonic: () => time },
      log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    },
    () => {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    },
  );
  if (store === null) throw new Error('no store is configured');
  return {
    store,
    lines,
    advance(milliseconds) {
      time += milliseconds;
    },
    endRequests() {
      for (const limit of limits.splice(0)) limit.abort(new DOMException('', 'TimeoutError'));
    },
    close,
  };
}

/** A picture by its name, with the bytes of its name. */
export function pictureOf(name: string, platformId = 'acme') {
  const content = Buffer.from(name);
  const address = createHash('sha256').update(`${platformId}\n`).update(content).digest();
  return { platformId, id: name, address, object: `pictures/${name}`, mediaType: 'image/png', content };
}

/** The code of what it rejects with; `none` where it does not. */
export function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error: { readonly code?: unknown }) => error.code ?? error,
  );
}
