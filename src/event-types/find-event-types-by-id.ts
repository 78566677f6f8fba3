import type { EventType, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** Returns the live event types of the platform with these ids, in any order. */
export function findEventTypesById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.EventTypeDefaultArgs = {},
): Promise<EventType[]> {
  return app.db.prisma.eventType.findMany({ ...query, where: { platformId, id: { in: [...ids] }, deletedAt: null } });
}
