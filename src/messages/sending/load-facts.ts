import type { App } from '../../context.ts';
import type { MailFacts } from '../../transport/mail/mail-facts.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

interface Row {
  readonly eventType: string;
  readonly name: string;
  readonly reference: string | null;
}

/** Returns the facts that the local inbox shows beside the mail; null for mail that leaves the machine. */
export async function loadFacts(app: App, message: ClaimedMessage): Promise<MailFacts | null> {
  if (app.transport.name !== 'capture') return null;
  const { platformId, workspaceId, eventTypeId, locale } = message;
  const { rows } = await app.db.pool.query<Row>({
    name: 'load-mail-facts',
    text: `
      SELECT t.name AS "eventType", w.name, w.reference
      FROM workspaces w JOIN event_types t ON t.platform_id = w.platform_id
      WHERE w.platform_id = $1 AND w.id = $2 AND t.id = $3`,
    values: [platformId, workspaceId, eventTypeId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { eventType, name, reference } = row;
  return { eventType, workspace: reference === null ? name : `${name} (${reference})`, locale };
}
