import type { App } from '../context.ts';
import { movedColumns, noteOpensSql } from '../figures/note-changes.ts';
import { newId } from '../ground/ids.ts';
import { readOpenPixel } from '../messages/sending/open-pixel-url.ts';
import { isMailProxy } from './mail-proxies.ts';

/**
 * Recorded opens of one message, at most: the link can be fetched any number of times
 * (docs/rules.md#what-one-mail-allows).
 */
const opensKept = 100;

/**
 * Records the fetch of an open pixel if the contact's consent stands at this moment (docs/rules.md#open-tracking). For
 * a forged token, the database is not asked.
 */
export async function recordOpen(app: App, token: string, userAgent: string): Promise<void> {
  const messageId = readOpenPixel(app, token);
  if (messageId === null) return;
  const now = app.clock.now();
  await app.db.pool.query(
    `WITH open AS (
       INSERT INTO message_opens (workspace_id, message_id, id, at, machine)
       SELECT m.workspace_id, m.id, $2, $3, $4
       FROM messages m
       JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL
       JOIN contacts c ON c.workspace_id = m.workspace_id AND c.id = m.contact_id AND c.pixel_consent_at IS NOT NULL
       WHERE m.id = $1
         AND (SELECT count(*) FROM message_opens o WHERE o.workspace_id = m.workspace_id AND o.message_id = m.id)
               < ${opensKept}
       FOR KEY SHARE OF m, c
       RETURNING workspace_id, message_id, at, machine
     ), first AS (
       -- Of two first opens at once, the later one waits for the row and then finds it opened.
       UPDATE messages m SET opened_at = open.at FROM open
       WHERE m.workspace_id = open.workspace_id AND m.id = open.message_id AND m.opened_at IS NULL AND NOT open.machine
       RETURNING ${movedColumns}
     )
     ${noteOpensSql('first')}`,
    [messageId, newId(now), now, isMailProxy(userAgent)],
  );
}
