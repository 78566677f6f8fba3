import type { Queryable } from '../../db/connections/pool.ts';

/**
 * Holds addresses of a workspace against emits until the transaction ends. An emit that was decided before and waits
 * for the row finds another `locked_by` than it began with, and is decided again (write-emits.ts). The rows are taken
 * in sorted order, as emits take them.
 */
export async function lockAddresses(
  client: Queryable,
  { platformId, workspaceId }: { readonly platformId: string; readonly workspaceId: string },
  addressHashes: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO emit_rates AS r (platform_id, workspace_id, address_hash, recent, updated_at, locked_by)
     SELECT DISTINCT $1, $2, hash, '{}'::timestamptz[], $4::timestamptz, pg_current_xact_id()::text::bigint
     FROM unnest($3::bytea[]) hash
     ORDER BY hash
     ON CONFLICT (workspace_id, address_hash) DO UPDATE SET locked_by = excluded.locked_by`,
    [platformId, workspaceId, addressHashes, now],
  );
}
