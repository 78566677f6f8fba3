import type { Queryable } from '../db/connections/pool.ts';
import { DomainError } from '../ground/errors/errors.ts';

/**
 * Throws `workspace_ceiling_reached` when the platform may have no further live workspace (docs/rules.md#workspace-ceiling).
 * The platform's row is locked only if the platform has a ceiling; two transactions cannot take the last place.
 */
export async function checkWorkspaceCeiling(client: Queryable, platformId: string): Promise<void> {
  const { rows } = await client.query<{ workspace_ceiling: number | null }>(
    'SELECT workspace_ceiling FROM platforms WHERE id = $1',
    [platformId],
  );
  if (rows[0]?.workspace_ceiling == null) return;
  const locked = await client.query<{ workspace_ceiling: number | null }>(
    'SELECT workspace_ceiling FROM platforms WHERE id = $1 FOR NO KEY UPDATE',
    [platformId],
  );
  // A statement of its own, which sees the workspaces of earlier holders of the lock.
  const counted = await client.query<{ live: number }>(
    'SELECT count(*)::int AS live FROM workspaces WHERE platform_id = $1 AND deleted_at IS NULL',
    [platformId],
  );
  const ceiling = locked.rows[0]?.workspace_ceiling ?? Number.POSITIVE_INFINITY;
  if ((counted.rows[0]?.live ?? 0) >= ceiling) throw new DomainError('workspace_ceiling_reached');
}
