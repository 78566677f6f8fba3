import type { Prisma, TemplateDraft } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { keyset, type PageWindow } from '../../ground/lists/keyset.ts';
import { rowsWithin } from '../versions/list-template-versions.ts';

/** Returns the drafts of an event type's template, newest first. Throws `not_found` when there is no event type. */
export async function listTemplateDrafts(
  ctx: Ctx,
  eventType: string,
  window: PageWindow,
  query: Prisma.TemplateDraftDefaultArgs = {},
): Promise<TemplateDraft[]> {
  const { id: eventTypeId } = await findEventType(ctx, eventType);
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.templateDraft.findMany({
    ...query,
    where: { platformId: ctx.platformId, eventTypeId, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the drafts of an event type's template, up to `limit`. Throws `not_found`. */
export async function countTemplateDrafts(ctx: Ctx, eventType: string, limit: number): Promise<number> {
  const { id: eventTypeId } = await findEventType(ctx, eventType);
  return ctx.app.db.prisma.templateDraft.count({ where: { platformId: ctx.platformId, eventTypeId }, take: limit });
}

/** Returns how many drafts of `window` fit on one page with their content: at least one. */
export async function draftsThatFit(ctx: Ctx, eventType: string, window: PageWindow): Promise<number> {
  return rowsWithin(await listTemplateDrafts(ctx, eventType, window, { select: { id: true, contentBytes: true } }));
}
