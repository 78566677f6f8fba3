import type { TemplateVersion } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { findEventType } from '../event-types/find-event-type.ts';
import { keyset, type PageWindow } from '../page.ts';

/**
 * The versions of an event type's template, newest first; the keys of `window` are version numbers. `not_found` when
 * there is no such event type; a type without template has none.
 */
export async function listTemplateVersions(
  ctx: Ctx,
  eventType: string,
  window: PageWindow,
  query: object = {},
): Promise<TemplateVersion[]> {
  const { id } = await findEventType(ctx, eventType);
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.templateVersion.findMany({
    ...query,
    where: {
      platformId: ctx.platformId,
      eventTypeId: id,
      version: {
        ...(range.lt === undefined ? {} : { lt: Number(range.lt) }),
        ...(range.gt === undefined ? {} : { gt: Number(range.gt) }),
      },
    },
    orderBy: { version: direction },
    take,
  });
}
