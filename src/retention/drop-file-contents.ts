import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';

/** They are large. */
const contentsABatch = 20;

/** SQL: whether no file and no mail that waits has the content `c` any more. */
const unused = `NOT EXISTS (SELECT FROM files f WHERE f.platform_id = c.platform_id AND f.hash = c.hash)
  AND NOT EXISTS (SELECT FROM attachments a WHERE a.platform_id = c.platform_id AND a.file_hash = c.hash)`;

/**
 * Removes the bytes of files that have expired or were deleted, once no mail waits for them (docs/rules.md#files). Rows
 * are locked first: whoever attached them until then is seen by the next statement.
 */
export async function dropFileContents(_app: App, client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ platform: string; hash: Buffer }>(
    `SELECT c.platform_id AS platform, c.hash FROM file_contents c
     WHERE c.keep_until <= $1 AND ${unused}
     ORDER BY c.keep_until LIMIT ${contentsABatch} FOR UPDATE SKIP LOCKED`,
    [now],
  );
  if (rows.length === 0) return false;
  await client.query(
    `DELETE FROM file_contents c USING unnest($1::text[], $2::bytea[]) AS i (platform_id, hash)
     WHERE c.platform_id = i.platform_id AND c.hash = i.hash AND ${unused}`,
    [rows.map(({ platform }) => platform), rows.map(({ hash }) => hash)],
  );
  return rows.length === contentsABatch;
}
