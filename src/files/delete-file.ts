import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';

const place = { platformId: 'text', hash: 'bytea' } as const;

const dropUnused = statement({
  alone: true,
  values: place,
  text: ({ platformId, hash }) => `
    DELETE FROM file_contents c
    WHERE c.platform_id = ${platformId} AND c.hash = ${hash}
      AND NOT EXISTS (SELECT FROM files f WHERE f.platform_id = c.platform_id AND f.hash = c.hash)
      AND NOT EXISTS (SELECT FROM attachments a WHERE a.platform_id = c.platform_id AND a.file_hash = c.hash)`,
});

/**
 * Deletes a file: no further emit can attach it. Mails that were accepted with it keep its bytes until they are final;
 * then the bytes go, unless another file of the platform has the same. Rejects with `not_found`.
 */
export async function deleteFile({ app, platformId }: Ctx, id: string): Promise<void> {
  if (!isId(id)) throw notFound('file');
  const now = app.clock.now();
  await app.db.transaction(async (client) => {
    const { rows } = await client.query<{ hash: Buffer }>(
      'DELETE FROM files WHERE platform_id = $1 AND id = $2 AND expires_at > $3 RETURNING hash',
      [platformId, id, now],
    );
    const [deleted] = rows;
    if (deleted === undefined) throw notFound('file');
    const place = [platformId, deleted.hash];
    // In a statement of its own, so that the next one sees who held the bytes before.
    await client.query('SELECT FROM file_contents WHERE platform_id = $1 AND hash = $2 FOR UPDATE', place);
    await client.query(
      `UPDATE file_contents c
       SET keep_until = coalesce(
         (SELECT max(f.expires_at) FROM files f WHERE f.platform_id = c.platform_id AND f.hash = c.hash), $3)
       WHERE c.platform_id = $1 AND c.hash = $2`,
      [...place, now],
    );
    // A cluster has attachments on shards: the sweep asks all of them (src/retention/drop-file-contents.ts).
    if (!app.db.isCluster()) await client.query(dropUnused({ platformId, hash: deleted.hash }));
  });
}
