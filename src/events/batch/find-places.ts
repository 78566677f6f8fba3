import type { Ctx } from '../../context.ts';
import { placeOf } from '../../tenant/find-workspace.ts';

/** Returns the workspace of each path: its id, however the path names it; the path itself where nothing has it. */
export async function findPlaces(ctx: Ctx, paths: readonly string[]): Promise<(path: string) => string> {
  const references = paths.flatMap((path) => {
    const place = placeOf(path);
    return place && 'reference' in place ? [place.reference] : [];
  });
  if (references.length === 0) return (path) => path;
  const { rows } = await ctx.app.db.pool.query<{ id: string; path: string }>(
    `SELECT id, 'ref:' || reference AS path FROM workspaces
     WHERE platform_id = $1 AND reference = ANY($2) AND deleted_at IS NULL`,
    [ctx.platformId, [...new Set(references)]],
  );
  const ids = new Map(rows.map(({ id, path }) => [path, id]));
  return (path) => ids.get(path) ?? path;
}
