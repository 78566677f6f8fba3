import type { Ctx } from '../../context.ts';
import { setWorkspaceStatus } from './set-workspace-status.ts';

/**
 * Suspends the workspace at `path` (docs/rules.md#suspended-workspaces): emits are rejected from the response on.
 * Returns its id. Rejects with `not_found`.
 */
export function suspendWorkspace(ctx: Ctx, path: string): Promise<string> {
  return setWorkspaceStatus(ctx, path, 'suspended');
}
