import type { Queryable } from '../db/connections/pool.ts';
import type { OpenErasure } from './open-erasure.ts';

/** How far everybody's rows are searched once all are. */
export const searchEnd = 'end ';

/** Notes how far the search has come; returns false, and changes nothing, where another process has overtaken it. */
export async function moveSearch(
  client: Queryable,
  { workspaceId, id, searched }: OpenErasure & { readonly searched: string },
  next: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE erasures SET searched = $4
     WHERE workspace_id = $1 AND id = $2 AND searched = $3 AND finished_at IS NULL`,
    [workspaceId, id, searched, next],
  );
  return rowCount === 1;
}
