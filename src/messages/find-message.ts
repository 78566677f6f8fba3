import type { Message, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { eventLifetime } from '../events/find-event.ts';
import { isId } from '../ids.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';

/** One message of the workspace, while it is kept; `not_found` else. `query` is Pothos' selection. */
export async function findMessage(
  ctx: Ctx,
  workspacePath: string,
  id: string,
  query: Prisma.MessageDefaultArgs = {},
): Promise<Message> {
  const workspace = await findWorkspace(ctx, workspacePath);
  if (!isId(id)) throw notFound('message');
  const keptSince = new Date(ctx.app.clock.now().getTime() - eventLifetime);
  const message = await ctx.app.db.prisma.message.findUnique({
    ...query,
    where: { workspaceId_id: { workspaceId: workspace.id, id }, createdAt: { gt: keptSince } },
  });
  if (!message) throw notFound('message');
  return message;
}
