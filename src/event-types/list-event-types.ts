import type { EventType, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../page.ts';

/** The platform's live event types, by name. */
export function listEventTypes(
  ctx: Ctx,
  window: PageWindow,
  query: Prisma.EventTypeDefaultArgs = {},
): Promise<EventType[]> {
  const { range, direction, take } = keyset(window, 'asc');
  return ctx.app.db.prisma.eventType.findMany({
    ...query,
    where: { ...listed(ctx), name: range },
    orderBy: { name: direction },
    take,
  });
}

/** Counts the platform's live event types, up to `limit`. */
export function countEventTypes(ctx: Ctx, limit: number): Promise<number> {
  return ctx.app.db.prisma.eventType.count({ where: listed(ctx), take: limit });
}

function listed({ platformId }: Ctx) {
  return { platformId, deletedAt: null };
}
