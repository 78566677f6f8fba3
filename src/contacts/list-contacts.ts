import { z } from 'zod';
import type { Contact } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { isStorable, parseInput } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';

/** Characters (contract, Limits). */
const searchMaxLength = 255;
const tagMaxLength = 64;

const text = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, 'must be text without NUL or broken characters')
    .nullish();

const filters = z.object({
  search: text(searchMaxLength),
  status: z.enum(['pending', 'subscribed', 'unsubscribed', 'cleaned']).nullish(),
  tag: text(tagMaxLength),
});

/**
 * The contacts of a workspace, newest first. `search`: part of the address in any case; `status`: `cleaned` stands
 * for contacts whose address is suppressed for all email; `tag`: a tag's key. Refuses `not_found`, `validation_failed`.
 */
export async function listContacts(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  window: PageWindow,
  query: object = {},
): Promise<Contact[]> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const { search, status, tag } = parseInput(filters, filter);
  const { range, direction, take } = keyset(window, 'desc');
  const values: unknown[] = [workspaceId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['c.workspace_id = $1'];
  if (range.lt !== undefined) conditions.push(`c.id < ${bind(range.lt)}`);
  if (range.gt !== undefined) conditions.push(`c.id > ${bind(range.gt)}`);
  if (search) conditions.push(`lower(c.email) LIKE lower(${bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`)})`);
  if (status === 'cleaned') {
    conditions.push(`EXISTS (
      SELECT FROM suppressions s
      WHERE s.platform_id = ${bind(ctx.platformId)} AND s.address_hash = c.address_hash AND s.blocks = 'all'
        AND (s.workspace_id IS NULL OR s.workspace_id = c.workspace_id))`);
  } else if (status) conditions.push(`c.status = ${bind(status)}::contact_status`);
  if (tag) {
    conditions.push(`EXISTS (
      SELECT FROM contact_tags ct JOIN tags t ON t.workspace_id = ct.workspace_id AND t.id = ct.tag_id
      WHERE ct.workspace_id = c.workspace_id AND ct.contact_id = c.id AND t.key = ${bind(tag)})`);
  }
  const { rows } = await ctx.app.db.pool.query<{ id: string }>(
    `SELECT c.id FROM contacts c WHERE ${conditions.join(' AND ')} ORDER BY c.id ${direction} LIMIT ${bind(take)}`,
    values,
  );
  if (rows.length === 0) return [];
  return ctx.app.db.prisma.contact.findMany({
    ...query,
    where: { workspaceId, id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: direction },
  });
}
