import type { App } from '../context.ts';
import { inWorkspaces } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { apart, type EndedMessage, endSql, fromSql, moves } from '../messages/states/message-states.ts';
import type { WebhookCause } from '../webhooks/record-webhooks.ts';
import type { AddressFault } from './address-fault.ts';

/** Messages moved by one transaction, at most. Further mail is withheld when it is claimed. */
const rowsATransaction = 500;

/** Mail to a person who is being erased sends no webhook. */
const isWaiting = `${apart(`${fromSql('m.state', moves.block)} AND m.simulation IS NULL`)} AND m.recipient IS NOT NULL`;

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
  text: ({ i, now }, only) =>
    endSql({
      move: moves.block,
      at: now,
      only,
      selection: `
    SELECT m.workspace_id, m.id
    FROM ${i}
    JOIN messages m ON m.address_hash = i.address_hash AND m.platform_id = i.platform_id AND ${only('m.workspace_id')}
      AND (i.workspace_id IS NULL OR m.workspace_id = i.workspace_id)
    -- Mail of a deleted workspace fails for that reason.
    JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE ${isWaiting}
    LIMIT ${rowsATransaction} FOR NO KEY UPDATE OF m SKIP LOCKED`,
    }),
});

const findWaiting = statement({
  values: { platformIds: 'text[]', addressHashes: 'bytea[]' },
  text: ({ platformIds, addressHashes }) => `
    SELECT DISTINCT m.workspace_id AS "workspaceId" FROM messages m
    WHERE m.address_hash = ANY(${addressHashes}) AND m.platform_id = ANY(${platformIds}) AND ${isWaiting}`,
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
  const sought = {
    platformIds: blocked.map(({ platformId }) => platformId),
    addressHashes: blocked.map(({ addressHash }) => addressHash),
  };
  const rows = await inWorkspaces(
    app.db,
    client,
    { find: findWaiting(sought), rows: rowsATransaction },
    async (form) => (await client.query<EndedMessage>(form(withhold)({ i: blocked, now: at }))).rows,
  );
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
