import type { Contact, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** Returns the contacts with these ids in live workspaces of the platform, in any order. */
export function findContactsById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.ContactDefaultArgs = {},
): Promise<Contact[]> {
  return app.db.prisma.contact.findMany({
    ...query,
    where: { id: { in: [...ids] }, platformId, workspace: { deletedAt: null } },
  });
}
