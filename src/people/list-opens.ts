import type { MessageOpen } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** The opens of one of the platform's messages, oldest first; at most a hundred are kept. */
export async function listOpens(ctx: Ctx, messageId: string): Promise<readonly MessageOpen[]> {
  const message = await ctx.app.db.prisma.message.findFirst({
    where: { id: messageId, platformId: ctx.platformId },
    select: { opens: { orderBy: { id: 'asc' } } },
  });
  return message?.opens ?? [];
}
