import type { Message, Prisma } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { countParts } from '../../db/lists/merge-walks.ts';
import { readByIndexes } from '../../db/lists/walk.ts';
import { idAt } from '../../ground/ids.ts';
import {
  type Counted,
  countOf,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
  within,
} from '../../ground/lists/keyset.ts';
import { eventLifetime } from '../../retention/lifetimes.ts';
import { shownIds } from '../../retention/partitions/shown-ids.ts';
import { findMessageIds, isInOrder, messageIndex } from './find-message-ids.ts';
import type { MessageFilter } from './message-filters.ts';
import { readMessageFilter, type WantedMessages } from './read-message-filter.ts';

/** A list of messages. */
export interface MessageList {
  /** Id of a workspace, or `ref:<reference>`; null: every live workspace of the platform. */
  readonly workspace: string | null;
  readonly filter: MessageFilter;
  readonly order: 'asc' | 'desc';
}

/**
 * Returns the kept messages that match the filter (docs/rules.md#list-work). Rejects with `not_found`, and rejects an
 * empty filter.
 */
export async function listMessages(
  ctx: Ctx,
  list: MessageList,
  window: PageWindow,
  query: Prisma.MessageDefaultArgs = {},
): Promise<ListPart<Message>> {
  const wanted = await readMessageFilter(ctx, list);
  if (wanted === null) return { rows: [], end: null };
  const page = pageOf(wanted, keyset(window, list.order));
  const { db } = ctx.app;
  const { platformId, workspaceIds, since } = wanted;
  const createdAt = { gt: since };
  const [only, ...others] = workspaceIds ?? [];
  if (only !== undefined && others.length === 0 && isUnfiltered(wanted)) {
    const { range, direction, take } = page;
    const where = { workspaceId: only, id: range, createdAt };
    return { rows: await db.prisma.message.findMany({ ...query, where, orderBy: { id: direction }, take }), end: null };
  }
  const found = await readByIndexes(db, (client) => findMessageIds(client, { ...wanted, page }));
  const rows = await db.prisma.message.findMany({
    ...query,
    where: { platformId, id: { in: [...found.ids] }, createdAt },
    orderBy: { id: page.direction },
  });
  return partOf(rows, found);
}

/** Counts the messages that `listMessages` lists, up to `limit`. */
export async function countMessages(ctx: Ctx, list: MessageList, limit: number): Promise<Counted> {
  const wanted = await readMessageFilter(ctx, list);
  if (wanted === null) return 0;
  const page = pageOf(wanted, wholeList(limit));
  const { workspaceIds } = wanted;
  return readByIndexes(ctx.app.db, async (client) => {
    if (workspaceIds !== null && isInOrder(wanted)) {
      return countParts(client, { parts: workspaceIds, index: (part) => messageIndex(wanted, { sql: part }), page });
    }
    return countOf(await findMessageIds(client, { ...wanted, page }));
  });
}

const isUnfiltered = (wanted: WantedMessages) => wanted.state == null && isInOrder(wanted);

/** The part of a page that is kept and lies in the time of the filter. */
function pageOf({ since, from, until, now }: WantedMessages, page: Keyset): Keyset {
  const first = from !== null && from > since ? from : since;
  const shown = within(page, idAt(first), shownIds(eventLifetime, now).until);
  return within(shown, '', until && idAt(until));
}
