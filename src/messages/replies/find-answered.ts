import type { App } from '../../context.ts';
import { isId } from '../../ground/ids.ts';
import { eventLifetime, keptSince } from '../../retention/lifetimes.ts';

/** The message that an answer belongs to. */
export interface Answered {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Finds it: of the messages that the answer names, the nearest that went to the same person; else the one whose signed
 * address it came to (docs/rules.md#answers). The signed id is the authority, so it needs no workspace. Null: the message
 * takes no answers any more.
 */
export async function findAnswered(app: App, messageId: string, named: readonly string[]): Promise<Answered | null> {
  const candidates = [...new Set([...named.flatMap(messageIdOf), messageId])];
  const { rows } = await app.db.pool.query<Answered>(
    `SELECT n.workspace_id AS "workspaceId", n.id
     FROM messages m
     JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL
     JOIN messages n ON n.workspace_id = m.workspace_id AND n.id = ANY($2) AND n.address_hash = m.address_hash
     WHERE m.id = $1 AND m.recipient IS NOT NULL AND m.created_at > $3
       AND n.recipient IS NOT NULL AND n.created_at > $3 AND n.content_days IS DISTINCT FROM 0
     ORDER BY array_position($2::text[], n.id) LIMIT 1`,
    [messageId, candidates, keptSince(eventLifetime, app.clock.now())],
  );
  return rows[0] ?? null;
}

/** `<01JABCDEFGHJKMNPQRSTVWXYZ0@example.com>` is the Message-ID of a message. */
function messageIdOf(mailId: string): readonly string[] {
  const id = mailId.slice(1, mailId.indexOf('@')).toUpperCase();
  return isId(id) ? [id] : [];
}
