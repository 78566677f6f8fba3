import type { Contact } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { byPath } from '../workspaces/find-workspace.ts';

/** The contact at `path` (id or `ref:<reference>`) of a live workspace; `not_found` else. `query` is Pothos' selection. */
export async function findContact(ctx: Ctx, workspace: string, path: string, query: object = {}): Promise<Contact> {
  const found = await ctx.app.db.prisma.contact.findFirst({
    ...query,
    where: {
      ...byPath(path),
      platformId: ctx.platformId,
      workspace: { ...byPath(workspace), platformId: ctx.platformId, deletedAt: null },
    },
  });
  if (!found) throw notFound();
  return found;
}
