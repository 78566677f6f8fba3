/**
 * Removes objects of the store that no picture names, and moves pictures from the database to the store
 * (docs/rules.md#removals-from-the-picture-store).
 */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { noteRemoval, uploadPatience } from './note-removal.ts';
import type { PictureStore } from './picture-store.ts';

/** Objects of one run, of each kind. */
const objectsAtOnce = 20;
/** How long a store that failed is left alone; milliseconds. */
const restFor = 60_000;

type Step = (app: App, client: Queryable, store: PictureStore) => Promise<boolean>;

export async function sweepPictureStore(app: App): Promise<void> {
  const { pictureStore: store } = app.parts;
  if (store === null || app.clock.monotonic() < store.sweep.restsUntil) return;
  // Each for itself: a key that may not delete still moves pictures.
  for (const step of [moveOne, removeOne]) {
    await stepUpTo(app, store, step).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
      store.sweep.restsUntil = app.clock.monotonic() + restFor;
    });
  }
}

async function stepUpTo(app: App, store: PictureStore, step: Step): Promise<void> {
  for (let done = 0; done < objectsAtOnce; done += 1) {
    if (!(await app.db.transaction((client) => step(app, client, store), maintenanceLimits))) return;
  }
}

/** The bytes are in the store before the database is without them. */
async function moveOne({ clock }: App, client: Queryable, store: PictureStore): Promise<boolean> {
  const { rows } = await client.query<{
    platformId: string;
    id: string;
    address: Buffer;
    mediaType: string;
    content: Buffer;
  }>(
    `SELECT p.platform_id AS "platformId", p.id, p.address, p.media_type AS "mediaType", c.content
     FROM picture_contents c JOIN pictures p ON p.platform_id = c.platform_id AND p.id = c.picture_id
     LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
  );
  const [picture] = rows;
  if (picture === undefined) return false;
  await noteRemoval(client, picture, new Date(clock.now().getTime() + uploadPatience));
  await store.put(picture);
  await client.query('DELETE FROM picture_contents WHERE platform_id = $1 AND picture_id = $2', [
    picture.platformId,
    picture.id,
  ]);
  return true;
}

/** The lock of the row holds off an upload of the same picture until its object is gone. */
async function removeOne({ clock }: App, client: Queryable, store: PictureStore): Promise<boolean> {
  const { rows } = await client.query<{ platformId: string; address: Buffer; isShown: boolean }>(
    `SELECT r.platform_id AS "platformId", r.address,
            EXISTS (SELECT FROM pictures p WHERE p.platform_id = r.platform_id AND p.address = r.address) AS "isShown"
     FROM picture_removals r WHERE r.due_at <= $1 ORDER BY r.due_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
    [clock.now()],
  );
  const [due] = rows;
  if (due === undefined) return false;
  if (!due.isShown) await store.remove(due.address);
  await client.query('DELETE FROM picture_removals WHERE platform_id = $1 AND address = $2', [
    due.platformId,
    due.address,
  ]);
  return true;
}
