import type { App, Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { addressOf } from './picture-address.ts';
import { contentFault, readPictureInput } from './picture-input.ts';
import { type PictureType, picturesMax, platformBytesMax } from './picture-limits.ts';
import { noteRemoval, uploadPatience } from './store/note-removal.ts';

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
  const isStored = await putInStore(app, picture);
  return app.db.transaction((client) => write(client, picture, isStored));
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
 * False without a store. The removal is noted first: bytes without a row, as of an upload that its process did not end, go
 * again.
 */
async function putInStore({ db, parts }: App, picture: NewPicture): Promise<boolean> {
  if (parts.pictureStore === null) return false;
  await noteRemoval(db.pool, picture, new Date(picture.createdAt.getTime() + uploadPatience));
  await parts.pictureStore.put(picture);
  return true;
}

async function write(client: Queryable, picture: NewPicture, isStored: boolean): Promise<PictureCreated> {
  const { id, platformId, address, mediaType, width, height, content, createdAt } = picture;
  // One upload of a platform at a time, so that each sees those before it.
  await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
  const { rows } = await client.query<{ same: string | null; pictures: number; bytes: string }>(
    `SELECT max(id) FILTER (WHERE address = $2) AS same, count(*)::int AS pictures, coalesce(sum(bytes), 0) AS bytes
     FROM pictures WHERE platform_id = $1`,
    [platformId, address],
  );
  const { same = null, pictures = 0, bytes = '0' } = rows[0] ?? {};
  if (same !== null) return { id: same, created: false };
  if (pictures >= picturesMax || Number(bytes) + content.length > platformBytesMax) {
    throw new DomainError('picture_ceiling_reached');
  }
  await client.query(
    `INSERT INTO pictures (platform_id, id, address, media_type, width, height, bytes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [platformId, id, address, mediaType, width, height, content.length, createdAt],
  );
  if (isStored) return { id, created: true };
  await client.query('INSERT INTO picture_contents (platform_id, picture_id, content) VALUES ($1, $2, $3)', [
    platformId,
    id,
    content,
  ]);
  return { id, created: true };
}
