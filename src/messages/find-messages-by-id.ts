import type { Message, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { ownRows } from '../tenant/own-rows.ts';

/** Returns the kept messages of the platform with these ids, in any order. */
export function findMessagesById(
  ctx: Ctx,
  ids: readonly string[],
  query: Prisma.MessageDefaultArgs = {},
): Promise<Message[]> {
  const createdAt = { gt: keptSince(eventLifetime, ctx.app.clock.now()) };
  return ctx.app.db.prisma.message.findMany({ ...query, where: { ...ownRows(ctx), id: { in: [...ids] }, createdAt } });
}
