import type { MessageReply, Prisma } from '../../../prisma/generated/client.ts';
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

/** A file of an answer. */
export interface FoundFile {
  readonly position: number;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Base64. */
  readonly content: string;
}

/**
 * Returns a file of an answer; throws `not_found` where there is none, or no more. PostgreSQL writes the base64: the bytes
 * come as twice as many digits, and a process would hold both beside the text.
 */
export async function findReplyFile(ctx: Ctx, place: ReplyPlace, position: number): Promise<FoundFile> {
  const { messageId, workspaceId, id: replyId } = await findReply(ctx, place);
  const { rows } = await ctx.app.db.pool.query<FoundFile>(
    `SELECT position, filename, media_type AS "mediaType", bytes, replace(encode(content, 'base64'), E'\\n', '') AS content
     FROM reply_files WHERE message_id = $1 AND workspace_id = $2 AND reply_id = $3 AND position = $4`,
    [messageId, workspaceId, replyId, position],
  );
  const [found] = rows;
  if (!found) throw notFound('replyFile');
  return found;
}
