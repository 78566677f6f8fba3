import type { Ctx, Viewer } from '../context.ts';

/**
 * Returns the context of a request for one platform, with the workspace to which its key is limited
 * (docs/rules.md#keys-of-one-workspace).
 */
export function platformContext({ app, apiKeyId, workspaceId }: Viewer, platformId: string): Ctx {
  return { app, platformId, apiKeyId, workspaceId };
}
