import type { Queryable } from '../db/connections/pool.ts';
import type { OpenErasure } from './open-erasure.ts';

/** Rows that one step changes, at most. */
export const refusalsABatch = 200;

/**
 * Takes hash and key out of rejected emits to the person, those that named no live workspace too
 * (docs/rules.md#erasure-of-refused-emits); what was wrong with them stays. Returns their number.
 */
export async function forgetRefusals(client: Queryable, erasure: OpenErasure): Promise<number> {
  const { platformId, workspaceId, addressHashes, requestedAt } = erasure;
  const { rowCount } = await client.query(
    `UPDATE refused_emits SET address_hash = NULL, idempotency_key = NULL
     WHERE platform_id = $1 AND id IN (
       SELECT id FROM refused_emits
       WHERE platform_id = $1 AND address_hash = ANY($2) AND (workspace_id = $3 OR workspace_id IS NULL)
         AND created_at <= $4
       LIMIT ${refusalsABatch})`,
    [platformId, addressHashes, workspaceId, requestedAt],
  );
  return rowCount ?? 0;
}
