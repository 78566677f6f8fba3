import { createHash } from 'node:crypto';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { decodedLength, decodeFile } from '../events/attachments/decode-file.ts';
import { mediaTypeOf, nameFault, unknownType } from '../events/attachments/file-types.ts';
import { storeContent } from '../events/attachments/store-content.ts';
import { DomainError, invalid } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { parseInput } from '../ground/input/input.ts';
import { fileBytesMax, fileInput, filesMax, platformBytesMax } from './file-input.ts';

/**
 * Keeps a file for the platform until it expires; returns its id. Equal files share their bytes. Rejects with
 * `validation_failed`, `file_ceiling_reached`.
 */
export async function createFile(ctx: Ctx, input: unknown): Promise<string> {
  const { app, platformId } = ctx;
  const createdAt = app.clock.now();
  const { filename, content: base64, expiresAt } = parseInput(fileInput(createdAt), input);
  const length = await decodedLength(base64);
  if ('fault' in length) throw invalid({ content: [length.fault] });
  if (length.bytes > fileBytesMax) throw invalid({ content: [`must be at most ${fileBytesMax} bytes once decoded`] });
  const content = await decodeFile(base64);
  const mediaType = await mediaTypeOf(content);
  if (mediaType === null) throw invalid({ content: [unknownType] });
  const misnamed = nameFault(filename, mediaType);
  if (misnamed !== null) throw invalid({ filename: [misnamed] });
  const file = {
    id: newId(createdAt),
    filename,
    mediaType,
    content,
    hash: createHash('sha256').update(content).digest(),
    createdAt,
    expiresAt,
  };
  await app.db.transaction((client) => write(client, platformId, file));
  return file.id;
}

interface NewFile {
  readonly id: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

async function write(client: Queryable, platformId: string, file: NewFile): Promise<void> {
  const { id, filename, mediaType, content, hash, createdAt, expiresAt } = file;
  // One upload of a platform at a time, so that each sees those before it.
  await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
  await checkRoom(client, platformId, file);
  await storeContent(client, { platformId, hash, content, keepUntil: expiresAt });
  await client.query(
    `INSERT INTO files (platform_id, id, filename, media_type, bytes, hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [platformId, id, filename, mediaType, content.length, hash, createdAt, expiresAt],
  );
}

/** Throws where the file is one more than the platform may have, or has more bytes. */
async function checkRoom(client: Queryable, platformId: string, { content, hash, createdAt }: NewFile): Promise<void> {
  const { rows } = await client.query<{ files: number; bytes: string }>(
    `SELECT (SELECT count(*)::int FROM files WHERE platform_id = $1 AND expires_at > $3) AS files,
            (SELECT coalesce(sum(bytes), 0) FROM file_contents WHERE platform_id = $1 AND hash <> $2) AS bytes`,
    [platformId, hash, createdAt],
  );
  const { files = 0, bytes = '0' } = rows[0] ?? {};
  if (files >= filesMax || Number(bytes) + content.length > platformBytesMax) {
    throw new DomainError('file_ceiling_reached');
  }
}
