import type { WorkspaceStatus } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { attemptsEnded } from '../../messages/states/wait-for-attempts.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';

/** Sets the status of the live workspace at `path` (docs/rules.md#suspended-workspaces); returns its id. Rejects with `not_found`. */
export async function setWorkspaceStatus(ctx: Ctx, path: string, status: WorkspaceStatus): Promise<string> {
  const { id } = await findWorkspace(ctx, path, { select: { id: true } });
  // An unchanged row keeps its version, so that no emit under way is decided again.
  await ctx.app.db.transaction((client) =>
    client.query(
      `UPDATE workspaces SET status = $3, updated_at = $4
       WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL AND status <> $3`,
      [ctx.platformId, id, status, ctx.app.clock.now()],
    ),
  );
  if (status === 'suspended') await attemptsEnded(ctx.app, { platformId: ctx.platformId, workspaceId: id });
  return id;
}
