import { z } from 'zod';
import type { Contact, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { parseInput, textFilter } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { countContactRows, findContactIds } from './find-contact-ids.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;
const tagMaxLength = 64;

const filters = z.object({
  search: textFilter(searchMaxLength),
  status: z.enum(['pending', 'subscribed', 'unsubscribed', 'cleaned']).nullish(),
  tag: textFilter(tagMaxLength),
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
): Promise<Contact[]> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const page = keyset(window, 'desc');
  const wanted = parseInput(filters, filter);
  const ids = await findContactIds(ctx, { ...wanted, platformId: ctx.platformId, workspaceId, page });
  if (ids.length === 0) return [];
  return ctx.app.db.prisma.contact.findMany({
    ...query,
    where: { workspaceId, id: { in: ids } },
    orderBy: { id: page.direction },
  });
}

/** Counts the contacts that `listContacts` lists, up to `limit`. */
export async function countContacts(ctx: Ctx, workspace: string, filter: unknown, limit: number): Promise<number> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const wanted = parseInput(filters, filter);
  return countContactRows(ctx, { ...wanted, platformId: ctx.platformId, workspaceId }, limit);
}
