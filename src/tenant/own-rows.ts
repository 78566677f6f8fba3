/**
 * Conditions of Prisma that keep a request within its platform (docs/rules.md#tenancy) and, with a key of one workspace,
 * within that workspace (docs/rules.md#keys-of-one-workspace). `AND` keeps the condition apart from the id that a caller
 * asks for.
 */
import type { Ctx } from '../context.ts';

/** For workspaces. */
export function ownWorkspaces({ platformId, workspaceId }: Ctx) {
  return workspaceId == null ? { platformId } : { platformId, AND: { id: workspaceId } };
}

/** For rows that belong to a workspace. */
export function ownRows({ platformId, workspaceId }: Ctx) {
  return workspaceId == null ? { platformId } : { platformId, AND: { workspaceId } };
}
