import type { Db, Queryable } from '../db/connections/pool.ts';
import type { OpenErasure } from './open-erasure.ts';

/** How far everybody's rows are searched once all are. */
export const searchEnd = 'end ';
/** On a cluster, once other workspaces were asked too: one database finds out in the last step what they hold. */
export const askedEnd = 'asked ';
/** Where the last step follows. Tables may be divided while an erasure is open: a cluster goes on after `searchEnd`. */
export const endOf = (db: Pick<Db, 'isCluster'>) => (db.isCluster() ? askedEnd : searchEnd);

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
