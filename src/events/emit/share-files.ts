/** Files of a mail with copies: stored once, for all of its messages (docs/rules.md#copies). */
import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/connections/pool.ts';
import type { EmitAttachment } from '../attachments/check-attachments.ts';
import type { AcceptedEmit } from './decide-emit.ts';

/**
 * Stores the files that came with the emit as the uploaded ones are, and returns the emits with references to them. The
 * bytes go once no mail waits for them (src/retention/drop-file-contents.ts).
 */
export async function withSharedFiles(
  client: Queryable,
  emits: readonly AcceptedEmit[],
): Promise<readonly AcceptedEmit[]> {
  const shared = new Map<EmitAttachment, EmitAttachment>();
  for (const { work, createdAt, attachments } of emits) {
    for (const attachment of attachments) {
      const { content } = attachment;
      if (!Buffer.isBuffer(content) || shared.has(attachment)) continue;
      const hash = createHash('sha256').update(content).digest();
      await storeContent(client, { platformId: work.platformId, hash, content, keepUntil: createdAt });
      const { filename, mediaType } = attachment;
      const file = { id: '', filename, mediaType, bytes: content.length, hash };
      shared.set(attachment, { ...attachment, content: file });
    }
  }
  if (shared.size === 0) return emits;
  return emits.map((emit) => ({ ...emit, attachments: emit.attachments.map((one) => shared.get(one) ?? one) }));
}

interface StoredContent {
  readonly platformId: string;
  readonly hash: Buffer;
  readonly content: Buffer;
  readonly keepUntil: Date;
}

async function storeContent(client: Queryable, { platformId, hash, content, keepUntil }: StoredContent): Promise<void> {
  // Locks the row, so that nobody removes it before the references are there.
  const { rowCount } = await client.query(
    'SELECT FROM file_contents WHERE platform_id = $1 AND hash = $2 FOR NO KEY UPDATE',
    [platformId, hash],
  );
  // The bytes are sent to the database only where it has none like them.
  if (rowCount !== 0) return;
  await client.query({
    name: 'share-file',
    text: `INSERT INTO file_contents (platform_id, hash, content, bytes, keep_until) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (platform_id, hash) DO UPDATE SET keep_until = greatest(file_contents.keep_until, excluded.keep_until)`,
    values: [platformId, hash, content, content.length, keepUntil],
  });
}
