import { z } from 'zod';
import type { Contact, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { parseInput } from '../ground/input/input.ts';
import { searchFilter, textFilter } from '../ground/lists/filter-texts.ts';
import {
  type Counted,
  countOf,
  inTime,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../ground/lists/keyset.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { findContactIds } from './find-contact-ids.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;
const tagMaxLength = 64;

const filters = z.object({
  search: searchFilter(searchMaxLength),
  status: z.enum(['pending', 'subscribed', 'unsubscribed', 'cleaned']).nullish(),
  tag: textFilter(tagMaxLength),
  decidedBy: z.enum(['person', 'caller']).nullish(),
  from: z.date().nullish(),
  until: z.date().nullish(),
});

/**
 * Returns the contacts of a workspace, newest first. `search`: part of the address in any case; `status`: `cleaned`
 * means contacts whose address is suppressed for all email; `tag`: a tag's key. Rejects with `not_found`,
 * `validation_failed`.
 */
export async function listContacts(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  window: PageWindow,
  query: Prisma.ContactDefaultArgs = {},
): Promise<ListPart<Contact>> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const wanted = parseInput(filters, filter);
  const page = inTime(keyset(window, 'desc'), wanted);
  const question = { ...wanted, platformId: ctx.platformId, workspaceId, page };
  const found = await readByIndexes(ctx.app.db, (client) => findContactIds(client, question));
  if (found.ids.length === 0) return partOf([], found);
  const rows = await ctx.app.db.prisma.contact.findMany({
    ...query,
    where: { workspaceId, id: { in: [...found.ids] } },
    orderBy: { id: page.direction },
  });
  return partOf(rows, found);
}

/** Counts the contacts that `listContacts` lists, up to `limit`. */
export async function countContacts(ctx: Ctx, workspace: string, filter: unknown, limit: number): Promise<Counted> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const wanted = parseInput(filters, filter);
  const question = { ...wanted, platformId: ctx.platformId, workspaceId, page: inTime(wholeList(limit), wanted) };
  return countOf(await readByIndexes(ctx.app.db, (client) => findContactIds(client, question)));
}
