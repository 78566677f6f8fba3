import type { Prisma, Workspace } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';

/** What a path may say for a workspace or a contact: the service's id, or `ref:<reference>` (contract, Conventions). */
const pathPattern = /^(?:([0-9A-Za-z]{26})|ref:([A-Za-z0-9._-]{1,128}))$/;

type Place = { readonly id: string } | { readonly reference: string };

/** The part of a `where` that a path value stands for; null for what cannot be one. */
export function placeOf(path: string): Place | null {
  const [, id, reference] = pathPattern.exec(path) ?? [];
  if (id !== undefined) return { id };
  return reference === undefined ? null : { reference };
}

/** The place of a workspace; `not_found` for what cannot be one. */
export function byPath(path: string): Place {
  const place = placeOf(path);
  if (place === null) throw notFound('workspace');
  return place;
}

/** The live workspace at `path`, of this platform alone; `not_found` else. `query` is Pothos' selection. */
export async function findWorkspace(
  ctx: Ctx,
  path: string,
  query: Prisma.WorkspaceDefaultArgs = {},
): Promise<Workspace> {
  const found = await ctx.app.db.prisma.workspace.findFirst({
    ...query,
    where: { platformId: ctx.platformId, deletedAt: null, ...byPath(path) },
  });
  if (!found) throw notFound('workspace');
  return found;
}
