import type { Queryable } from '../../db/connections/pool.ts';

interface StoredContent {
  readonly platformId: string;
  /** SHA-256 of the content. */
  readonly hash: Buffer;
  readonly content: Buffer;
  readonly keepUntil: Date;
}

/**
 * Stores the bytes of a file once for its platform, and keeps them until `keepUntil` at least. The row is locked then, so
 * that nobody removes it before the caller's references are there.
 */
export async function storeContent(
  client: Queryable,
  { platformId, hash, content, keepUntil }: StoredContent,
): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE file_contents SET keep_until = greatest(keep_until, $3) WHERE platform_id = $1 AND hash = $2',
    [platformId, hash, keepUntil],
  );
  // The bytes are sent to the database only where it has none like them.
  if (rowCount !== 0) return;
  // Another transaction may have stored them since.
  await client.query(
    `INSERT INTO file_contents (platform_id, hash, content, bytes, keep_until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (platform_id, hash) DO UPDATE SET keep_until = greatest(file_contents.keep_until, excluded.keep_until)`,
    [platformId, hash, content, content.length, keepUntil],
  );
}
