import type { Ctx } from '../context.ts';
import { setWorkspaceStatus } from './set-workspace-status.ts';

/**
 * Suspends the workspace at `path`: emits are refused once this has answered, and messages already queued wait, and
 * expire after their day (decisions, section 7). Repeating is harmless. Gives its id. Refuses `not_found`.
 */
export function suspendWorkspace(ctx: Ctx, path: string): Promise<string> {
  return setWorkspaceStatus(ctx, path, 'suspended');
}
