/** The copies of a mail, each a message of its own (docs/rules.md#copies). */
import type { Message, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../tenant/own-rows.ts';
import { findMessagesById } from './find-messages-by-id.ts';

interface Copies {
  /** Of the message to the recipient of the emit. */
  readonly id: string;
  /** In the order of the emit: cc, then bcc. */
  readonly copies: readonly Message[];
}

/** Returns the copies of these messages; messages without any are left out. */
export async function findCopies(
  ctx: Ctx,
  primaryIds: readonly string[],
  query: Prisma.MessageDefaultArgs = {},
): Promise<readonly Copies[]> {
  const links = await ctx.app.db.prisma.message.findMany({
    where: { ...ownRows(ctx), primaryId: { in: [...primaryIds] } },
    select: { id: true, primaryId: true },
    orderBy: { id: 'asc' },
  });
  const messages = await findMessagesById(
    ctx,
    links.map(({ id }) => id),
    query,
  );
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...Map.groupBy(links, ({ primaryId }) => primaryId ?? '')].map(([id, of]) => ({
    id,
    copies: of.flatMap((link) => byId.get(link.id) ?? []),
  }));
}
