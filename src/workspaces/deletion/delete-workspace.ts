import type { Ctx } from '../../context.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { attemptsEnded } from '../../messages/states/wait-for-attempts.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';

/**
 * Deletes the workspace at `path` (docs/rules.md#deleted-workspaces). Turns fail the messages that are due, the sweep
 * fails the rest. Returns its id. Rejects with `not_found`.
 */
export async function deleteWorkspace(ctx: Ctx, path: string): Promise<string> {
  const { app, platformId } = ctx;
  const { id } = await findWorkspace(ctx, path, { select: { id: true } });
  await changeRow(
    app.db,
    (client) =>
      client.query(
        `UPDATE workspaces SET deleted_at = $3, updated_at = $3
         WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL`,
        [platformId, id, app.clock.now()],
      ),
    () => notFound('workspace'),
  );
  await app.wake.ask('sending', [{ platformId, id }]);
  await attemptsEnded(app, { platformId, workspaceId: id });
  return id;
}
