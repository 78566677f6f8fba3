import type { Ctx } from '../context.ts';
import { parallelParts } from '../db/lists/list-work.ts';
import { findWorkspace } from './find-workspace.ts';

/**
 * Returns the workspaces whose rows a list shows: the one at `path`, or all live ones of the platform; null where these
 * are too many to be read one by one (docs/rules.md#list-work). Rejects with `not_found`.
 */
export async function liveWorkspaceIds(ctx: Ctx, path: string | null): Promise<readonly string[] | null> {
  if (path !== null) return [(await findWorkspace(ctx, path, { select: { id: true } })).id];
  const { rows } = await ctx.app.db.pool.query<{ id: string }>(
    `SELECT id FROM workspaces WHERE platform_id = $1 AND deleted_at IS NULL ORDER BY platform_id, id LIMIT $2`,
    [ctx.platformId, parallelParts.most + 1],
  );
  return rows.length > parallelParts.most ? null : rows.map(({ id }) => id);
}
