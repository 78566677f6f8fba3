import type { MessageReply, Prisma, ReplyFile } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import { findMessage } from '../find-message.ts';

/** Whose answer it is. */
export interface ReplyPlace {
  readonly workspace: string;
  /** Id of the message. */
  readonly message: string;
  readonly reply: string;
}

/** Returns an answer to a message that is kept; throws `not_found` otherwise. `query` is Pothos' selection. */
export async function findReply(
  ctx: Ctx,
  { workspace, message, reply }: ReplyPlace,
  query: Prisma.MessageReplyDefaultArgs = {},
): Promise<MessageReply> {
  const { id: messageId, workspaceId } = await findMessage(ctx, workspace, message, { select: own });
  const found = isId(reply)
    ? await ctx.app.db.prisma.messageReply.findUnique({
        ...query,
        where: { messageId_workspaceId_id: { messageId, workspaceId, id: reply } },
      })
    : null;
  if (!found) throw notFound('reply');
  return found;
}

const own = { id: true, workspaceId: true } as const;

/** Returns a file of an answer; throws `not_found` where there is none, or no more. */
export async function findReplyFile(ctx: Ctx, place: ReplyPlace, position: number): Promise<ReplyFile> {
  const { messageId, workspaceId, id: replyId } = await findReply(ctx, place);
  const found = await ctx.app.db.prisma.replyFile.findUnique({
    where: { messageId_workspaceId_replyId_position: { messageId, workspaceId, replyId, position } },
  });
  if (!found) throw notFound('replyFile');
  return found;
}
