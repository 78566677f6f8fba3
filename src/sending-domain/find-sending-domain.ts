import type { Prisma, SendingDomain } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';

/** The platform's sending domain; `not_found` while it has none. `query` is Pothos' selection. */
export async function findSendingDomain(ctx: Ctx, query: Prisma.SendingDomainDefaultArgs = {}): Promise<SendingDomain> {
  const found = await ctx.app.db.prisma.sendingDomain.findUnique({ ...query, where: { platformId: ctx.platformId } });
  if (!found) throw notFound('sendingDomain');
  return found;
}
