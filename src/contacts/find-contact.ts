import type { Contact, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { byPath, findWorkspace, placeOf } from '../tenant/find-workspace.ts';
import { ownRows } from '../tenant/own-rows.ts';

/**
 * Returns the contact at `path` (id or `ref:<reference>`) of a live workspace; throws `not_found` otherwise. `query` is
 * Pothos' selection.
 */
export async function findContact(
  ctx: Ctx,
  workspace: string,
  path: string,
  query: Prisma.ContactDefaultArgs = {},
): Promise<Contact> {
  const place = placeOf(path);
  const found =
    place &&
    (await ctx.app.db.prisma.contact.findFirst({
      ...query,
      where: {
        ...ownRows(ctx),
        ...place,
        workspace: { ...byPath(workspace), platformId: ctx.platformId, deletedAt: null },
      },
    }));
  if (found) return found;
  // Only now is it looked up which of the two is missing.
  await findWorkspace(ctx, workspace, { select: { id: true } });
  throw notFound('contact');
}
