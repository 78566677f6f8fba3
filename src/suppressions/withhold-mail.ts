import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import type { WebhookCause } from '../webhooks/record-webhooks.ts';
import type { AddressFault } from './address-fault.ts';

/** Messages moved by one transaction, at most. Mail beyond it is withheld when it is claimed. */
const rowsATransaction = 500;

/**
 * Moves real mail that waits for a blocked address to `suppressed`, in the transaction that blocks the address; gives
 * the webhooks. An attempt under way is left to end, and mail that another transaction holds just now to its claim.
 */
export async function withholdMail(
  app: App,
  client: Queryable,
  faults: readonly AddressFault[],
): Promise<readonly WebhookCause[]> {
  const blocked = faults.filter(({ blocks }) => blocks === 'all');
  if (blocked.length === 0) return [];
  const at = app.clock.now();
  const { rows } = await client.query<{ platformId: string; workspaceId: string; messageId: string }>({
    name: 'withhold-mail',
    text: `
      WITH waiting AS (
        SELECT m.workspace_id, m.id
        FROM unnest($1::text[], $2::text[], $3::bytea[]) AS i (platform_id, workspace_id, address_hash)
        JOIN messages m ON m.address_hash = i.address_hash AND m.platform_id = i.platform_id
          AND (i.workspace_id IS NULL OR m.workspace_id = i.workspace_id)
        -- Mail of a deleted workspace fails for that reason.
        JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL
        WHERE m.state = 'queued' AND m.simulation IS NULL
          -- Of somebody who is being erased nothing is told any more.
          AND m.recipient IS NOT NULL
        LIMIT ${rowsATransaction} FOR NO KEY UPDATE OF m SKIP LOCKED
      ), gone AS (
        DELETE FROM attachments a USING waiting WHERE a.workspace_id = waiting.workspace_id AND a.message_id = waiting.id
      )
      UPDATE messages m SET state = 'suppressed', ended_at = $4 FROM waiting
      WHERE m.workspace_id = waiting.workspace_id AND m.id = waiting.id
      RETURNING m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id AS "messageId"`,
    values: [
      blocked.map(({ platformId }) => platformId),
      blocked.map(({ workspaceId }) => workspaceId),
      blocked.map(({ addressHash }) => addressHash),
      at,
    ],
  });
  return rows.map((row) => ({
    ...row,
    type: 'message.suppressed',
    source: 'service',
    simulated: false,
    details: {},
    at,
  }));
}
