import type { Message, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';

/**
 * Returns one message of the workspace while the message is kept; throws `not_found` otherwise. `query` is Pothos'
 * selection.
 */
export async function findMessage(
  ctx: Ctx,
  workspacePath: string,
  id: string,
  query: Prisma.MessageDefaultArgs = {},
): Promise<Message> {
  const workspace = await findWorkspace(ctx, workspacePath);
  if (!isId(id)) throw notFound('message');
  const message = await ctx.app.db.prisma.message.findUnique({
    ...query,
    where: {
      workspaceId_id: { workspaceId: workspace.id, id },
      createdAt: { gt: keptSince(eventLifetime, ctx.app.clock.now()) },
    },
  });
  if (!message) throw notFound('message');
  return message;
}
