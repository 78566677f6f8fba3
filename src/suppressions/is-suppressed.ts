import type { Queryable } from '../db/connections/pool.ts';

/** SQL: whether all mail to an address is blocked in a workspace; each part is an expression. */
export const suppressedSql = (platformId: string, workspaceId: string, addressHash: string) => `EXISTS (
  SELECT FROM suppressions s
  WHERE s.platform_id = ${platformId} AND s.address_hash = ${addressHash} AND s.blocks = 'all'
    AND (s.workspace_id IS NULL OR s.workspace_id = ${workspaceId}))`;

interface Address {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly addressHash: Buffer;
}

/** Whether all mail to the address is blocked in the workspace now. */
export async function isSuppressed(db: Queryable, { platformId, workspaceId, addressHash }: Address): Promise<boolean> {
  const { rows } = await db.query<{ suppressed: boolean }>({
    name: 'is-suppressed',
    text: `SELECT ${suppressedSql('$1', '$2', '$3')} AS suppressed`,
    values: [platformId, workspaceId, addressHash],
  });
  return rows[0]?.suppressed ?? false;
}
