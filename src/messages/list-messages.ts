import type { Message, MessageState, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../errors.ts';
import { isStorable } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';

export interface MessageFilter {
  readonly state?: MessageState | null | undefined;
  /** The whole address, in any case. */
  readonly recipient?: string | null | undefined;
  /** Id of a contact, deleted contacts included. */
  readonly contact?: string | null | undefined;
}

/**
 * Returns the workspace's kept messages that match the filter, newest first. Rejects with `not_found`, and rejects an
 * empty filter.
 */
export async function listMessages(
  ctx: Ctx,
  workspacePath: string,
  filter: MessageFilter,
  window: PageWindow,
  query: Prisma.MessageDefaultArgs = {},
): Promise<Message[]> {
  const where = await listed(ctx, workspacePath, filter);
  if (where === null) return [];
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.message.findMany({
    ...query,
    where: { ...where, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the messages that `listMessages` lists, up to `limit`. */
export async function countMessages(
  ctx: Ctx,
  workspacePath: string,
  filter: MessageFilter,
  limit: number,
): Promise<number> {
  const where = await listed(ctx, workspacePath, filter);
  return where === null ? 0 : ctx.app.db.prisma.message.count({ where, take: limit });
}

/** Returns the condition of the list; null when no row can match. */
async function listed(
  ctx: Ctx,
  workspacePath: string,
  { state, recipient, contact }: MessageFilter,
): Promise<Prisma.MessageWhereInput | null> {
  const workspace = await findWorkspace(ctx, workspacePath);
  if (recipient === '') throw invalid({ recipient: ['must not be empty'] });
  if (contact === '') throw invalid({ contact: ['must not be empty'] });
  if (typeof contact === 'string' && !isStorable(contact)) return null;
  const { clock, secrets } = ctx.app;
  return {
    workspaceId: workspace.id,
    createdAt: { gt: keptSince(eventLifetime, clock.now()) },
    ...(state ? { state } : {}),
    ...(typeof recipient === 'string' ? { addressHash: new Uint8Array(secrets.addressHash(recipient)) } : {}),
    ...(typeof contact === 'string' ? { contactId: contact } : {}),
  };
}
