import type { App, Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { addressOf } from './picture-address.ts';
import { contentFault, readPictureInput } from './picture-input.ts';
import { type PictureType, picturesMax, platformBytesMax } from './picture-limits.ts';
import { forgetRemoval, hourAfter, noteRemoval } from './store/note-removal.ts';
import { newObjectName } from './store/object-name.ts';
import { StoreUnavailable } from './store/store-unavailable.ts';

export interface PictureCreated {
  readonly id: string;
  /** False where the platform had the same picture before. */
  readonly created: boolean;
}

/**
 * Keeps a picture for the platform, written anew from its pixels, and gives it an address that anybody may read
 * (docs/rules.md#pictures). Rejects with `validation_failed`, `picture_ceiling_reached`, `unavailable`.
 */
export async function createPicture(ctx: Ctx, input: unknown): Promise<PictureCreated> {
  const { app, platformId } = ctx;
  const { bytes, type } = await readPictureInput(input);
  const rewriting = await app.parts.pictureRewriter.rewrite(platformId, bytes, type);
  if ('fault' in rewriting) throw contentFault(rewriting.fault);
  const { width, height } = rewriting.picture;
  const content = Buffer.from(rewriting.picture.content);
  const createdAt = app.clock.now();
  const address = addressOf(platformId, content);
  const picture = { id: newId(createdAt), platformId, address, mediaType: type, width, height, content, createdAt };
  const object = await putInStore(app, picture);
  return app.db.transaction((client) => write(client, picture, object));
}

interface NewPicture {
  readonly id: string;
  readonly platformId: string;
  readonly address: Buffer;
  readonly mediaType: PictureType;
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
  readonly createdAt: Date;
}

/**
 * The name of its object; null where the database is to have the bytes, or has them. The removal is noted first: bytes
 * without a row, as of an upload that its process did not end, go again.
 */
async function putInStore({ db, parts }: App, picture: NewPicture): Promise<string | null> {
  const { pictureStore } = parts;
  if (pictureStore === null) return null;
  // Looked at here too, so that the store gets nothing at the ceiling.
  const same = await findSame(db.pool, picture);
  if (same !== null && same.object === null) return null;
  // Nor is anything noted for a store that does not answer anyway.
  if (pictureStore.refuses()) throw new StoreUnavailable('store');
  const stored = { ...picture, object: newObjectName(picture.address) };
  await noteRemoval(db.pool, stored, hourAfter(picture.createdAt));
  await pictureStore.put(stored);
  return stored.object;
}

interface SamePicture {
  readonly id: string;
  readonly object: string | null;
}

/** The platform's picture of the same bytes. Rejects with `picture_ceiling_reached` where there is neither one nor room. */
async function findSame(client: Queryable, { platformId, address, content }: NewPicture): Promise<SamePicture | null> {
  const { rows } = await client.query<{ id: string | null; object: string | null; pictures: number; bytes: string }>(
    `SELECT max(id) FILTER (WHERE address = $2) AS id, max(object) FILTER (WHERE address = $2) AS object,
            count(*)::int AS pictures, coalesce(sum(bytes), 0) AS bytes
     FROM pictures WHERE platform_id = $1`,
    [platformId, address],
  );
  const { id = null, object = null, pictures = 0, bytes = '0' } = rows[0] ?? {};
  if (id !== null) return { id, object };
  if (pictures < picturesMax && Number(bytes) + content.length <= platformBytesMax) return null;
  throw new DomainError('picture_ceiling_reached');
}

async function write(client: Queryable, picture: NewPicture, object: string | null): Promise<PictureCreated> {
  const { id, platformId, address, mediaType, width, height, content, createdAt } = picture;
  // One upload of a platform at a time, so that each sees those before it.
  await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
  const same = await findSame(client, picture);
  if (same !== null) {
    const { object: before } = same;
    if (object !== null && before !== null) await replaceObject(client, picture, { id: same.id, before, object });
    return { id: same.id, created: false };
  }
  if (object !== null) await forgetRemoval(client, { platformId, object });
  await client.query(
    `INSERT INTO pictures (platform_id, id, address, object, media_type, width, height, bytes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [platformId, id, address, object, mediaType, width, height, content.length, createdAt],
  );
  if (object !== null) return { id, created: true };
  await client.query('INSERT INTO picture_contents (platform_id, picture_id, content) VALUES ($1, $2, $3)', [
    platformId,
    id,
    content,
  ]);
  return { id, created: true };
}

/** The new object is known to be there. The one before is read by some for a while yet. */
async function replaceObject(
  client: Queryable,
  { platformId, createdAt }: NewPicture,
  { id, before, object }: { readonly id: string; readonly before: string; readonly object: string },
): Promise<void> {
  const { rowCount } = await client.query('UPDATE pictures SET object = $3 WHERE platform_id = $1 AND id = $2', [
    platformId,
    id,
    object,
  ]);
  // Deleted meanwhile: nothing names the new object, whose note stays.
  if (rowCount === 0) return;
  await forgetRemoval(client, { platformId, object });
  await noteRemoval(client, { platformId, object: before }, hourAfter(createdAt));
}
