import type { Message, MessageState, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readByIndexes } from '../db/walk.ts';
import { invalid } from '../errors.ts';
import { idAt } from '../ids.ts';
import { isStorable } from '../input.ts';
import { keyset, type ListPart, notBefore, type PageWindow, partOf } from '../page.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { findMessageIds } from './find-message-ids.ts';

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
  { state, recipient, contact }: MessageFilter,
  window: PageWindow,
  query: Prisma.MessageDefaultArgs = {},
): Promise<ListPart<Message>> {
  const { id: workspaceId } = await findWorkspace(ctx, workspacePath);
  if (recipient === '') throw invalid({ recipient: ['must not be empty'] });
  if (contact === '') throw invalid({ contact: ['must not be empty'] });
  if (typeof contact === 'string' && !isStorable(contact)) return { rows: [], end: null };
  const { clock, db, secrets } = ctx.app;
  const since = keptSince(eventLifetime, clock.now());
  const page = notBefore(keyset(window, 'desc'), idAt(since));
  const { range, direction, take } = page;
  const wanted = {
    state: state ?? null,
    addressHash: typeof recipient === 'string' ? secrets.addressHash(recipient) : null,
    contactId: contact ?? null,
  };
  const isFiltered = Object.values(wanted).some((value) => value !== null);
  const found = isFiltered
    ? await readByIndexes(db, (client) => findMessageIds(client, { workspaceId, ...wanted, page }))
    : null;
  const rows = await db.prisma.message.findMany({
    ...query,
    where: { workspaceId, id: found ? { in: [...found.ids] } : range, createdAt: { gt: since } },
    orderBy: { id: direction },
    take,
  });
  return found ? partOf(rows, found) : { rows, end: null };
}
