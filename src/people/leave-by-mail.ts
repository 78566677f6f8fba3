import { contactToken } from '../contacts/contact-token.ts';
import type { App } from '../context.ts';
import { leaveTopic } from './leave-topic.ts';

/**
 * Unsubscribes the contact of a message from its topic, or from marketing email: its mail app wrote to the address in `List-Unsubscribe`
 * (RFC 2369, 3.2; docs/rules.md#unsubscribe-link). Changes nothing once the message or its contact is gone.
 */
export async function leaveByMail(app: App, messageId: string): Promise<void> {
  // The signed id is the authority, as in a report: it needs no workspace.
  const { rows } = await app.db.pool.query<{
    readonly workspaceId: string;
    readonly id: string | null;
    readonly topic: string | null;
  }>('SELECT workspace_id AS "workspaceId", contact_id AS id, topic FROM messages WHERE id = $1', [messageId]);
  const [row] = rows;
  if (!row || row.id === null) return;
  const token = contactToken(app.secrets, { workspaceId: row.workspaceId, id: row.id, topic: row.topic });
  await app.parts.linkRoom.run(token, 'mail_app', () => leaveTopic(app, token, 'mail_app'));
}
