import type { Ctx } from '../context.ts';
import { setWorkspaceStatus } from './set-workspace-status.ts';

/** Takes back a suspension; what waited goes out. Repeating is harmless. Gives its id. Refuses `not_found`. */
export async function resumeWorkspace(ctx: Ctx, path: string): Promise<string> {
  const id = await setWorkspaceStatus(ctx, path, 'active');
  await ctx.app.wake.ask('sending', [{ platformId: ctx.platformId, id }]);
  return id;
}
