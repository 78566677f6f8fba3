/** Files that an emit attaches by reference: uploaded once, and kept once for all mails (docs/rules.md#files). */
import type { App } from '../../context.ts';
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { besideShardSql } from '../../db/shard-sql.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import type { StoredAttachmentInput } from './attachment-input.ts';
import { isImage, nameFault, onlyImages } from './file-types.ts';

/** A file of the platform that has not expired. */
export interface StoredFile {
  readonly id: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly hash: Buffer;
}

type StoredFiles = ReadonlyMap<string, StoredFile>;

/** Reads those of the files that the platform has now, by their ids. */
export async function readStored(app: App, platformId: string, ids: readonly string[]): Promise<StoredFiles> {
  const { rows } = await app.db.pool.query<StoredFile>({
    name: 'read-stored-files',
    text: `SELECT id, filename, media_type AS "mediaType", bytes, hash FROM files
           WHERE platform_id = $1 AND id = ANY($2) AND expires_at > $3`,
    values: [platformId, ids.filter(isId), app.clock.now()],
  });
  return new Map(rows.map((file) => [file.id, file]));
}

/** Faults of one attachment by reference, whose place in the emit is `at`. */
export function storedFaults(at: string, given: StoredAttachmentInput, file: StoredFile | undefined): FieldErrors {
  if (file === undefined) return { [`${at}.file`]: ['is no file of this platform, or has expired'] };
  const misnamed = given.filename == null ? null : nameFault(given.filename, file.mediaType);
  return {
    ...(misnamed !== null && { [`${at}.filename`]: [misnamed] }),
    ...(given.contentId != null && !isImage(file.mediaType) && { [`${at}.contentId`]: [onlyImages] }),
  };
}

interface Reference {
  readonly platformId: string;
  readonly id: string;
}

const holdStatement = statement({
  name: 'hold-files',
  rows: {
    i: rowsOf<Reference>({ platform_id: ['text', ({ platformId }) => platformId], id: ['text', ({ id }) => id] }),
  },
  text: ({ i }, only) => `
    SELECT f.id FROM files f ${besideShardSql(only)}
    WHERE (f.platform_id, f.id) IN (SELECT i.platform_id, i.id FROM ${i})
    ORDER BY f.id
    FOR KEY SHARE OF f`,
});

/** Keeps files from being removed until the transaction ends; returns the ids of those that are still there. */
export async function holdFiles(
  client: Queryable,
  form: Form,
  files: readonly Reference[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(form(holdStatement)({ i: files }));
  return new Set(rows.map(({ id }) => id));
}
