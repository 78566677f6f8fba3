/**
 * The last of an erasure: what is left of the person's addresses in blocks, their lifts and counts
 * (docs/rules.md#erasure-steps).
 */

import type { App } from '../context.ts';
import { toAddressesSql } from '../db/address-key.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { type Only, ofAny, statement } from '../db/rows.ts';
import { timesSinceSql } from '../events/emit/address-limit.ts';
import type { OpenErasure } from './open-erasure.ts';

/** SQL: whether a workspace holds an address, of a contact or of mail; both are expressions. */
export const heldSql = (workspaceId: string, hash: string, only: Only = ofAny) => `(
  EXISTS (SELECT 1 FROM contacts c
          WHERE c.workspace_id = ${workspaceId} AND ${only('c.workspace_id')} AND c.address_hash = ${hash})
  OR EXISTS (SELECT 1 FROM events e
             JOIN messages m ON m.workspace_id = e.workspace_id AND ${only('m.workspace_id')} AND ${isOfEventSql('m', 'e.id')}
             WHERE ${toAddressesSql('e', workspaceId, `ARRAY[${hash}]`, only)} AND e.mails AND m.recipient IS NOT NULL))`;

const ofPerson = { platformId: 'text', workspaceId: 'text', addressHashes: 'bytea[]' } as const;

/** A block keeps blocking as a hash; a platform-wide one keeps its address while another workspace holds that address. */
const forgetBlocks = statement({
  alone: true,
  values: ofPerson,
  text: ({ platformId, workspaceId, addressHashes }) => `
    UPDATE suppressions s SET email = NULL, note = NULL
    WHERE s.scope_id IN (${platformId}, ${workspaceId}) AND s.address_hash = ANY(${addressHashes})
      AND (s.email IS NOT NULL OR s.note IS NOT NULL)
      AND (s.scope_id = ${workspaceId} OR NOT EXISTS (
        SELECT FROM workspaces w
        WHERE w.platform_id = ${platformId} AND w.id <> ${workspaceId} AND w.deleted_at IS NULL
          AND ${heldSql('w.id', 's.address_hash')}))`,
});

/** A note can name the person. A platform-wide block by hand is lifted through any workspace, also one without the person. */
const dropLifts = statement({
  alone: true,
  values: ofPerson,
  text: ({ platformId, workspaceId, addressHashes }) => `
    DELETE FROM suppression_lifts l USING workspaces w
    WHERE w.platform_id = ${platformId} AND l.workspace_id = w.id AND l.address_hash = ANY(${addressHashes})
      AND (w.id = ${workspaceId} OR l.platform_wide AND NOT ${heldSql('w.id', 'l.address_hash')})`,
});

export const forgetBlocksOf = statement({
  values: { scopeId: 'text', addressHashes: 'bytea[]' },
  text: ({ scopeId, addressHashes }) => `
    UPDATE suppressions SET email = NULL, note = NULL
    WHERE scope_id = ${scopeId} AND address_hash = ANY(${addressHashes}) AND (email IS NOT NULL OR note IS NOT NULL)`,
});

const dropOwnLifts = statement({
  values: { workspaceId: 'text', addressHashes: 'bytea[]' },
  text: ({ workspaceId, addressHashes }) =>
    `DELETE FROM suppression_lifts WHERE workspace_id = ${workspaceId} AND address_hash = ANY(${addressHashes})`,
});

export async function finishErasure({ db }: App, client: Queryable, erasure: OpenErasure, now: Date): Promise<void> {
  const { platformId, workspaceId, id, addressHashes, requestedAt } = erasure;
  if (db.isCluster()) {
    // What concerns other workspaces is done (elsewhere-step.ts).
    await client.query(forgetBlocksOf({ scopeId: workspaceId, addressHashes }));
    await client.query(dropOwnLifts({ workspaceId, addressHashes }));
  } else {
    await client.query(forgetBlocks({ platformId, workspaceId, addressHashes }));
    await client.query(dropLifts({ platformId, workspaceId, addressHashes }));
  }
  await client.query('DELETE FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = ANY($2)', [
    workspaceId,
    addressHashes,
  ]);
  await client.query(
    `UPDATE emit_rates SET recent = ${timesSinceSql('recent', '$3')}
     WHERE workspace_id = $1 AND address_hash = ANY($2)`,
    [workspaceId, addressHashes, requestedAt],
  );
  await client.query(
    `UPDATE erasures SET finished_at = $3, address_hashes = '{}', contact_ids = '{}', terms_sealed = NULL, searched = NULL
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, now],
  );
}
