/** Files of a mail with copies: stored once, for all of its messages (docs/rules.md#copies). */
import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/connections/pool.ts';
import type { EmitAttachment } from '../attachments/check-attachments.ts';
import { storeContent } from '../attachments/store-content.ts';
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
