import type { Prisma, Workspace } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';

/**
 * Returns a live workspace of any platform, for the operator alone. Rejects with `not_found`. `query` is Pothos'
 * selection.
 */
export async function findAnyWorkspace(
  app: App,
  id: string,
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<Workspace> {
  const found = isId(id) ? await app.db.prisma.workspace.findFirst({ ...query, where: { id, deletedAt: null } }) : null;
  if (!found) throw notFound('workspace');
  return found;
}
