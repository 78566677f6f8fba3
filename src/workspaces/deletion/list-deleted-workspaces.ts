import type { Workspace } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { keyset, type PageWindow } from '../../ground/lists/keyset.ts';
import { deletedWorkspaceLifetime, keptSince } from '../../retention/lifetimes.ts';

/** Returns the platform's workspaces whose deletion can be undone, newest first. */
export function listDeletedWorkspaces(ctx: Ctx, window: PageWindow): Promise<Workspace[]> {
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.workspace.findMany({
    where: { ...restorable(ctx), id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the workspaces that `listDeletedWorkspaces` lists, up to `limit`. */
export function countDeletedWorkspaces(ctx: Ctx, limit: number): Promise<number> {
  return ctx.app.db.prisma.workspace.count({ where: restorable(ctx), take: limit });
}

function restorable({ app, platformId }: Ctx) {
  return {
    platformId,
    deletedAt: { gt: keptSince(deletedWorkspaceLifetime, app.clock.now()) },
    purgedAt: null,
  };
}
