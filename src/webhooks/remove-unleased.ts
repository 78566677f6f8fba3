import type { Queryable } from '../db/connections/pool.ts';
import { isUnleasedSql } from './pending-sql.ts';

interface Removal {
  readonly platformId: string;
  readonly workspaceId: string;
  /** What the webhooks are about. */
  readonly about: keyof typeof locking;
  readonly ids: readonly string[];
  readonly now: Date;
  /** Webhooks, at most. */
  readonly limit?: number;
}

const pending = 'pending_webhooks p WHERE p.platform_id = h.platform_id AND p.id = h.id';

const locking = { contacts: lockSql('contact_id'), messages: lockSql('message_id') };

function lockSql(column: string): string {
  return `
  SELECT h.id FROM webhooks h
  WHERE h.workspace_id = $1 AND h.${column} = ANY($2) AND NOT EXISTS (SELECT FROM ${pending} AND p.lease_until > $3)
  LIMIT $4 FOR UPDATE OF h SKIP LOCKED`;
}

const removeStatement = `
  WITH ended AS (
    DELETE FROM pending_webhooks p WHERE p.platform_id = $1 AND p.id = ANY($2) AND ${isUnleasedSql('p', '$3')}
    RETURNING p.id
  )
  DELETE FROM webhooks h WHERE h.platform_id = $1 AND h.id = ANY($2)
    AND (h.id IN (SELECT id FROM ended) OR NOT EXISTS (SELECT FROM ${pending}))`;

/**
 * Removes webhooks with their pending rows, apart from those of which an attempt is under way; returns their number. They are
 * locked in a statement of its own: whoever adds a pending row has the webhook's row first, so the next statement sees all
 * there are. The lease is checked again when the pending row is locked, because a claim does not lock the webhook's own row.
 */
export async function removeUnleased(
  client: Queryable,
  { platformId, workspaceId, about, ids, now, limit }: Removal,
): Promise<number> {
  const { rows } = await client.query<{ id: string }>(locking[about], [workspaceId, ids, now, limit ?? null]);
  if (rows.length === 0) return 0;
  const { rowCount } = await client.query(removeStatement, [platformId, rows.map(({ id }) => id), now]);
  return rowCount ?? 0;
}
