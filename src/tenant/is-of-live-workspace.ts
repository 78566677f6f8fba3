import { isInIndex, type Sql } from '../db/lists/walk.ts';

/** SQL: whether the row `c` belongs to a live workspace of the platform. */
export const isOfLiveWorkspace =
  (platformId: string): Sql =>
  (bind) => {
    const prefix = [
      { column: 'w.platform_id', value: platformId },
      { column: 'w.id', sql: 'c.workspace_id' },
    ];
    const live = isInIndex({ from: 'workspaces w', prefix, only: 'w.deleted_at IS NULL' }, bind);
    return `c.platform_id = ${bind(platformId)} AND ${live}`;
  };
