import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { apart, type EndedMessage, endSql, fromSql, moves } from '../messages/states/message-states.ts';
import type { WebhookCause } from '../webhooks/record-webhooks.ts';
import type { AddressFault } from './address-fault.ts';

/** Messages moved by one transaction, at most. Further mail is withheld when it is claimed. */
const rowsATransaction = 500;

const withhold = statement({
  name: 'withhold-mail',
  rows: {
    i: rowsOf<AddressFault>({
      platform_id: ['text', ({ platformId }) => platformId],
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      address_hash: ['bytea', ({ addressHash }) => addressHash],
    }),
  },
  values: { now: 'timestamptz' },
  text: ({ i, now }) =>
    endSql({
      move: moves.block,
      at: now,
      selection: `
    SELECT m.workspace_id, m.id
    FROM ${i}
    JOIN messages m ON m.address_hash = i.address_hash AND m.platform_id = i.platform_id
      AND (i.workspace_id IS NULL OR m.workspace_id = i.workspace_id)
    -- Mail of a deleted workspace fails for that reason.
    JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE ${apart(`${fromSql('m.state', moves.block)} AND m.simulation IS NULL`)}
      -- Mail to a person who is being erased sends no webhook.
      AND m.recipient IS NOT NULL
    LIMIT ${rowsATransaction} FOR NO KEY UPDATE OF m SKIP LOCKED`,
    }),
});

/**
 * Moves real mail that waits for a blocked address to `suppressed`, in the transaction of the block
 * (docs/rules.md#withheld-mail); returns the webhooks. An attempt under way ends normally; mail locked by another
 * transaction is withheld at its claim.
 */
export async function withholdMail(
  app: App,
  client: Queryable,
  faults: readonly AddressFault[],
): Promise<readonly WebhookCause[]> {
  const blocked = faults.filter(({ blocks }) => blocks === 'all');
  if (blocked.length === 0) return [];
  const at = app.clock.now();
  const { rows } = await client.query<EndedMessage>(withhold({ i: blocked, now: at }));
  for (const { provider } of rows) app.parts.meters.mails.add('suppressed', 'withheld', provider ?? 'simulated');
  return rows.map(({ id: messageId, ...row }) => ({
    ...row,
    messageId,
    type: 'message.suppressed',
    source: 'service',
    details: {},
    at,
  }));
}
