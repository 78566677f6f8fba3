import type { EventType, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { isStorable } from '../input.ts';

/** The live event type called `name`, of this platform alone; `not_found` else. `query` is Pothos' selection. */
export async function findEventType(
  ctx: Ctx,
  name: string,
  query: Prisma.EventTypeDefaultArgs = {},
): Promise<EventType> {
  // PostgreSQL refuses to be asked for what it cannot keep.
  if (!isStorable(name)) throw notFound('eventType');
  const found = await ctx.app.db.prisma.eventType.findFirst({
    ...query,
    where: { platformId: ctx.platformId, deletedAt: null, name },
  });
  if (!found) throw notFound('eventType');
  return found;
}
