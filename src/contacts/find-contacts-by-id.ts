import type { Contact, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../tenant/own-rows.ts';

/** Returns the contacts with these ids in live workspaces of the platform, in any order. */
export function findContactsById(
  ctx: Ctx,
  ids: readonly string[],
  query: Prisma.ContactDefaultArgs = {},
): Promise<Contact[]> {
  return ctx.app.db.prisma.contact.findMany({
    ...query,
    where: { ...ownRows(ctx), id: { in: [...ids] }, workspace: { deletedAt: null } },
  });
}
