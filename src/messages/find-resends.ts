/** The links between messages and the messages that send them again. */
import type { Message, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { findMessagesById } from './find-messages-by-id.ts';

/** Resends shown of one message. */
const resendsMax = 20;

interface Resends {
  /** Of the original. */
  readonly id: string;
  /** Newest first, at most 20. */
  readonly resends: readonly Message[];
}

/** Returns the messages that send these messages again; originals without any are left out. */
export async function findResends(
  ctx: Ctx,
  originalIds: readonly string[],
  query: Prisma.MessageDefaultArgs = {},
): Promise<readonly Resends[]> {
  const { rows: links } = await ctx.app.db.pool.query<{ originalId: string; messageId: string }>(
    `SELECT m.id AS "originalId", r.message_id AS "messageId"
     FROM messages m, LATERAL (
       SELECT message_id FROM message_resends WHERE workspace_id = m.workspace_id AND original_id = m.id
       ORDER BY message_id DESC LIMIT ${resendsMax}) r
     WHERE m.platform_id = $1 AND m.id = ANY($2)`,
    [ctx.platformId, originalIds],
  );
  const messages = await findMessagesById(
    ctx,
    links.map(({ messageId }) => messageId),
    query,
  );
  const byId = new Map(messages.map((message) => [message.id, message]));
  return Object.entries(Object.groupBy(links, ({ originalId }) => originalId)).map(([id, of = []]) => ({
    id,
    resends: of.flatMap(({ messageId }) => byId.get(messageId) ?? []),
  }));
}

interface Original {
  /** Of the message that sends another again. */
  readonly id: string;
  readonly originalId: string;
}

/** Returns the originals of these messages; messages that send no other again are left out. */
export async function findOriginals({ app, platformId }: Ctx, ids: readonly string[]): Promise<readonly Original[]> {
  const { rows } = await app.db.pool.query<Original>(
    `SELECT m.id, r.original_id AS "originalId"
     FROM messages m JOIN message_resends r ON r.workspace_id = m.workspace_id AND r.message_id = m.id
     WHERE m.platform_id = $1 AND m.id = ANY($2)`,
    [platformId, ids],
  );
  return rows;
}
