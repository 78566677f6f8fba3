import type { Prisma, SendingDomain } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';

/** Returns the platform's sending domain; throws `not_found` when there is none. `query` is Pothos' selection. */
export async function findSendingDomain(ctx: Ctx, query: Prisma.SendingDomainDefaultArgs = {}): Promise<SendingDomain> {
  const found = await ctx.app.db.prisma.sendingDomain.findUnique({ ...query, where: { platformId: ctx.platformId } });
  if (!found) throw notFound('sendingDomain');
  return found;
}
