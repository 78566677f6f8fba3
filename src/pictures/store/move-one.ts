/** Moves a picture from the database to the store (docs/rules.md#removals-from-the-picture-store). */
import type { Queryable } from '../../db/connections/pool.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';
import { forgetRemoval, hourAfter, noteRemoval } from './note-removal.ts';
import { newObjectName } from './object-name.ts';
import { refusedMax, type StoreRun } from './picture-store.ts';
import { wasRefused } from './store-unavailable.ts';

interface Movable {
  readonly platformId: string;
  readonly id: string;
  readonly address: Buffer;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Says whether there may be more. Meanwhile the picture is shown, and may be deleted: no row of it is locked. */
export async function moveOne({ app, store, stopping }: StoreRun): Promise<boolean> {
  const { refused } = store.sweep;
  const left = [...refused.keys()];
  if (left.length >= refusedMax) return false;
  const moved = await oneAtATime(app.db, 'movePictures', async (client) => {
    const picture = await findMovable(client, left);
    if (picture === null) return false;
    const stored = { ...picture, object: newObjectName(picture.address) };
    // Committed by itself: the bytes of a move that its process does not end go again.
    await noteRemoval(app.db.pool, stored, hourAfter(app.clock.now()));
    if (await store.put(stored, stopping).then(() => false, wasRefused)) refused.set(picture.id, true);
    else await leaveDatabase(client, stored);
    return true;
  });
  return moved ?? false;
}

async function findMovable(client: Queryable, left: readonly string[]): Promise<Movable | null> {
  const { rows } = await client.query<Movable>(
    `SELECT p.platform_id AS "platformId", p.id, p.address, p.media_type AS "mediaType", c.content
     FROM picture_contents c JOIN pictures p ON p.platform_id = c.platform_id AND p.id = c.picture_id
     WHERE c.picture_id <> ALL($1::text[]) LIMIT 1`,
    [left],
  );
  return rows[0] ?? null;
}

/** The bytes are in the store before the database is without them. A picture that was deleted leaves its note. */
async function leaveDatabase(client: Queryable, stored: Movable & { readonly object: string }): Promise<void> {
  const { platformId, id, object } = stored;
  const { rowCount } = await client.query('UPDATE pictures SET object = $3 WHERE platform_id = $1 AND id = $2', [
    platformId,
    id,
    object,
  ]);
  if (rowCount === 0) return;
  await forgetRemoval(client, stored);
  await client.query('DELETE FROM picture_contents WHERE platform_id = $1 AND picture_id = $2', [platformId, id]);
}
