import type { ConsentChange } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../page.ts';
import type { ContactPlace } from './add-contact-tags.ts';

/** Returns the consent history of a contact of this platform, latest first. */
export async function listConsentChanges(
  ctx: Ctx,
  { workspaceId, id }: ContactPlace,
  window: PageWindow,
): Promise<ConsentChange[]> {
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.consentChange.findMany({
    where: { workspaceId, contactId: id, contact: { platformId: ctx.platformId }, id: range },
    orderBy: { id: direction },
    take,
  });
}
