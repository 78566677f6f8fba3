import type { Message, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';

/** Returns the kept messages of the platform with these ids, in any order. */
export function findMessagesById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.MessageDefaultArgs = {},
): Promise<Message[]> {
  const createdAt = { gt: keptSince(eventLifetime, app.clock.now()) };
  return app.db.prisma.message.findMany({ ...query, where: { id: { in: [...ids] }, platformId, createdAt } });
}
