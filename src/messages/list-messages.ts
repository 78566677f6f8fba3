import type { Message, MessageState, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readByIndexes } from '../db/walk.ts';
import { invalid } from '../errors.ts';
import { idAt } from '../ids.ts';
import { isStorable } from '../input.ts';
import {
  type Counted,
  countOf,
  keyset,
  type ListPart,
  notBefore,
  type PageWindow,
  partOf,
  wholeList,
} from '../page.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { findMessageIds, type MessageQuestion } from './find-message-ids.ts';

export interface MessageFilter {
  readonly state?: MessageState | null | undefined;
  /** The whole address, in any case. */
  readonly recipient?: string | null | undefined;
  /** Id of a contact, deleted contacts included. */
  readonly contact?: string | null | undefined;
}

/**
 * Returns the workspace's kept messages that match the filter, newest first (docs/rules.md#list-work). Rejects with
 * `not_found`, and rejects an empty filter.
 */
export async function listMessages(
  ctx: Ctx,
  workspacePath: string,
  filter: MessageFilter,
  window: PageWindow,
  query: Prisma.MessageDefaultArgs = {},
): Promise<ListPart<Message>> {
  const wanted = await listed(ctx, workspacePath, filter);
  if (wanted === null) return { rows: [], end: null };
  const page = notBefore(keyset(window, 'desc'), idAt(wanted.since));
  const { range, direction, take } = page;
  const { db } = ctx.app;
  const { workspaceId, since } = wanted;
  const found = isFiltered(wanted)
    ? await readByIndexes(db, (client) => findMessageIds(client, { ...wanted, page }))
    : null;
  const rows = await db.prisma.message.findMany({
    ...query,
    where: { workspaceId, id: found ? { in: [...found.ids] } : range, createdAt: { gt: since } },
    orderBy: { id: direction },
    take,
  });
  return found ? partOf(rows, found) : { rows, end: null };
}

/** Counts the messages that `listMessages` lists, up to `limit`. */
export async function countMessages(
  ctx: Ctx,
  workspacePath: string,
  filter: MessageFilter,
  limit: number,
): Promise<Counted> {
  const wanted = await listed(ctx, workspacePath, filter);
  if (wanted === null) return 0;
  const { workspaceId, since } = wanted;
  const { db } = ctx.app;
  if (!isFiltered(wanted)) {
    return db.prisma.message.count({ where: { workspaceId, createdAt: { gt: since } }, take: limit });
  }
  const page = notBefore(wholeList(limit), idAt(since));
  return countOf(await readByIndexes(db, (client) => findMessageIds(client, { ...wanted, page })));
}

interface Wanted extends Omit<MessageQuestion, 'page' | 'work'> {
  /** Older messages are not listed. */
  readonly since: Date;
}

const isFiltered = ({ state, addressHash, contactId }: Wanted) =>
  [state, addressHash, contactId].some((value) => value !== null);

/** Returns the rows that the list has; null when no row can match. */
async function listed(
  ctx: Ctx,
  workspacePath: string,
  { state, recipient, contact }: MessageFilter,
): Promise<Wanted | null> {
  const { id: workspaceId } = await findWorkspace(ctx, workspacePath);
  if (recipient === '') throw invalid({ recipient: ['must not be empty'] });
  if (contact === '') throw invalid({ contact: ['must not be empty'] });
  if (typeof contact === 'string' && !isStorable(contact)) return null;
  const { clock, secrets } = ctx.app;
  return {
    workspaceId,
    since: keptSince(eventLifetime, clock.now()),
    state: state ?? null,
    addressHash: typeof recipient === 'string' ? secrets.addressHash(recipient) : null,
    contactId: contact ?? null,
  };
}
