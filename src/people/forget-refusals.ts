import type { Queryable } from '../db/connections/pool.ts';
import type { OpenErasure } from './open-erasure.ts';

/** Rows that one step changes, at most. */
const batchSize = 200;

/**
 * Takes hash and key out of rejected emits to the person, those that named no live workspace too
 * (docs/rules.md#erasure-of-refused-emits); what was wrong with them stays. Returns whether there may be more.
 */
export async function forgetRefusals(client: Queryable, erasure: OpenErasure): Promise<boolean> {
  const { platformId, workspaceId, addressHashes, requestedAt } = erasure;
  const { rowCount } = await client.query(
    `UPDATE refused_emits SET address_hash = NULL, idempotency_key = NULL
     WHERE platform_id = $1 AND id IN (
       SELECT id FROM refused_emits
       WHERE platform_id = $1 AND address_hash = ANY($2) AND (workspace_id = $3 OR workspace_id IS NULL)
         AND created_at <= $4
       LIMIT ${batchSize})`,
    [platformId, addressHashes, workspaceId, requestedAt],
  );
  return rowCount === batchSize;
}
