import type { MessageReply, Prisma } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { inTime, keyset, type PageWindow, type TimeRange, wholeList } from '../../ground/lists/keyset.ts';
import { findMessage } from '../find-message.ts';

/** The message whose answers are listed. */
export interface AnsweredPlace {
  readonly workspace: string;
  readonly message: string;
}

/** Returns the answers to a message, oldest first. Rejects with `not_found`. */
export async function listReplies(
  ctx: Ctx,
  place: AnsweredPlace,
  times: TimeRange,
  window: PageWindow,
  query: Prisma.MessageReplyDefaultArgs = {},
): Promise<MessageReply[]> {
  const message = await ownMessage(ctx, place);
  const { range, direction, take } = inTime(keyset(window, 'asc'), times);
  return ctx.app.db.prisma.messageReply.findMany({
    ...query,
    where: { ...message, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the answers that `listReplies` lists, up to `limit`. */
export async function countReplies(ctx: Ctx, place: AnsweredPlace, times: TimeRange, limit: number): Promise<number> {
  const message = await ownMessage(ctx, place);
  const { range, take } = inTime(wholeList(limit), times);
  return ctx.app.db.prisma.messageReply.count({ where: { ...message, id: range }, take });
}

async function ownMessage(ctx: Ctx, { workspace, message }: AnsweredPlace) {
  const { id: messageId, workspaceId } = await findMessage(ctx, workspace, message, {
    select: { id: true, workspaceId: true },
  });
  return { messageId, workspaceId };
}
