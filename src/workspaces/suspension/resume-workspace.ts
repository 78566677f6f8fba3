import type { Ctx } from '../../context.ts';
import { setWorkspaceStatus } from './set-workspace-status.ts';

/**
 * Ends a suspension; waiting mail goes out (docs/rules.md#suspended-workspaces). Returns the workspace's id. Rejects
 * with `not_found`.
 */
export async function resumeWorkspace(ctx: Ctx, path: string): Promise<string> {
  const id = await setWorkspaceStatus(ctx, path, 'active');
  await ctx.app.wake.ask('sending', [{ platformId: ctx.platformId, id }]);
  return id;
}
