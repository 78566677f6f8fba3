import type { EventType, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isStorable } from '../ground/input/composed-text.ts';

/**
 * Returns the live event type `name` of the platform; throws `not_found` when there is none. `query` is Pothos'
 * selection.
 */
export async function findEventType(
  ctx: Ctx,
  name: string,
  query: Prisma.EventTypeDefaultArgs = {},
): Promise<EventType> {
  // PostgreSQL rejects a parameter that it cannot store.
  if (!isStorable(name)) throw notFound('eventType');
  const found = await ctx.app.db.prisma.eventType.findFirst({
    ...query,
    where: { platformId: ctx.platformId, deletedAt: null, name },
  });
  if (!found) throw notFound('eventType');
  return found;
}
