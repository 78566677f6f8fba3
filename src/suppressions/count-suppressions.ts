import type { Ctx } from '../context.ts';
import { parseInput } from '../input.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { bearsOnSql } from './find-platform-wide.ts';
import { suppressionFilters } from './list-suppressions.ts';

const sought = `($3::text IS NULL OR position(lower($3) in lower(s.email)) > 0)`;

const countStatement = `SELECT count(*)::int AS count FROM (
    (SELECT FROM suppressions s WHERE s.platform_id = $1 AND s.workspace_id = $2 AND ${sought} LIMIT $4)
    UNION ALL
    (SELECT FROM suppressions s
     WHERE s.platform_id = $1 AND s.workspace_id IS NULL AND ${sought} AND ${bearsOnSql('$2')} LIMIT $4)
    LIMIT $4
  ) counted`;

/** Counts the suppressions that a workspace lists, up to `limit`. Rejects with `not_found`, `validation_failed`. */
export async function countSuppressions(ctx: Ctx, workspace: string, filter: unknown, limit: number): Promise<number> {
  const { id } = await findWorkspace(ctx, workspace);
  const { search } = parseInput(suppressionFilters, filter);
  const values = [ctx.platformId, id, search ?? null, limit];
  const { rows } = await ctx.app.db.pool.query<{ count: number }>(countStatement, values);
  return rows[0]?.count ?? 0;
}
