import type { Contact, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { byPath, findWorkspace, placeOf } from '../workspaces/find-workspace.ts';

/** The contact at `path` (id or `ref:<reference>`) of a live workspace; `not_found` else. `query` is Pothos' selection. */
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
        ...place,
        platformId: ctx.platformId,
        workspace: { ...byPath(workspace), platformId: ctx.platformId, deletedAt: null },
      },
    }));
  if (found) return found;
  // Which of the two is missing is looked up only now.
  await findWorkspace(ctx, workspace, { select: { id: true } });
  throw notFound('contact');
}
