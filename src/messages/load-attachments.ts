import type { App } from '../context.ts';
import type { MailAttachment } from '../transport/mail.ts';
import type { ClaimedMessage } from './claim-messages.ts';

/** The files of a message, in the order of its emit. */
export async function loadAttachments(app: App, message: ClaimedMessage): Promise<readonly MailAttachment[]> {
  if (!message.hasAttachments) return [];
  const { rows } = await app.db.pool.query<MailAttachment>({
    name: 'load-attachments',
    text: `
      SELECT filename, media_type AS "mediaType", content FROM attachments
      WHERE workspace_id = $1 AND message_id = $2 ORDER BY position`,
    values: [message.workspaceId, message.id],
  });
  return rows;
}
