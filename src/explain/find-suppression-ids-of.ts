import type { Ctx } from '../context.ts';
import { findBlocks } from './sending-facts.ts';

/** Returns, for each real message whose address has a block that withholds it now, the id of the first block. */
export async function findSuppressionIdsOf(
  ctx: Ctx,
  messageIds: readonly string[],
): Promise<readonly { readonly id: string; readonly suppressionId: string }[]> {
  const messages = await ctx.app.db.prisma.message.findMany({
    where: { platformId: ctx.platformId, id: { in: [...messageIds] }, simulation: null },
    select: { id: true, workspaceId: true, addressHash: true, topic: true },
  });
  const blockOf = await findBlocks(ctx, messages);
  return messages.flatMap((message) => {
    const block = blockOf(message);
    return block === null ? [] : [{ id: message.id, suppressionId: block.id }];
  });
}
