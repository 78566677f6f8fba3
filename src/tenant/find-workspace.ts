import type { Prisma, Workspace } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { ownWorkspaces } from './own-rows.ts';

/** A workspace or a contact in a path: an id of the service, or `ref:<reference>` (docs/rules.md#references). */
const pathPattern = /^(?:([0-9A-Za-z]{26})|ref:([A-Za-z0-9._-]{1,128}))$/;

type PathKey = { readonly id: string } | { readonly reference: string };

/** Returns the part of a `where` for a path value; null for an impossible value. */
export function placeOf(path: string): PathKey | null {
  const [, id, reference] = pathPattern.exec(path) ?? [];
  if (id !== undefined) return { id };
  return reference === undefined ? null : { reference };
}

/** Returns the `where` of a workspace; throws `not_found` for an impossible path. */
export function byPath(path: string): PathKey {
  const place = placeOf(path);
  if (place === null) throw notFound('workspace');
  return place;
}

/**
 * Returns the live workspace at `path` of this platform; throws `not_found` otherwise. `query` is Pothos' selection.
 */
export async function findWorkspace(
  ctx: Ctx,
  path: string,
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<Workspace> {
  const found = await ctx.app.db.prisma.workspace.findFirst({
    ...query,
    where: { ...ownWorkspaces(ctx), deletedAt: null, ...byPath(path) },
  });
  if (!found) throw notFound('workspace');
  return found;
}
