import { z } from 'zod';
import type { Prisma, Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { parseInput, textFilter } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { findPlatformWide } from './find-platform-wide.ts';

/** Characters; the contract's limit of the contacts' search. */
const searchMaxLength = 255;

const filters = z.object({ search: textFilter(searchMaxLength) });

/**
 * What holds in a workspace, newest first: its own suppressions, and those of the whole platform whose address a contact
 * or a message of the workspace has. `search`: part of the address in any case; an erased address is never found. Refuses `not_found`, `validation_failed`.
 */
export async function listSuppressions(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  window: PageWindow,
  query: Prisma.SuppressionDefaultArgs = {},
): Promise<Suppression[]> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const { search } = parseInput(filters, filter);
  const page = keyset(window, 'desc');
  const { range, direction, take } = page;
  const values: unknown[] = [ctx.platformId, workspaceId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['platform_id = $1', 'workspace_id = $2'];
  if (range.lt !== undefined) conditions.push(`id < ${bind(range.lt)}`);
  if (range.gt !== undefined) conditions.push(`id > ${bind(range.gt)}`);
  if (search != null) conditions.push(`position(lower(${bind(search)}) in lower(email)) > 0`);
  const { pool } = ctx.app.db;
  const [own, wide] = await Promise.all([
    pool.query<{ id: string }>(
      `SELECT id FROM suppressions WHERE ${conditions.join(' AND ')} ORDER BY id ${direction} LIMIT ${bind(take)}`,
      values,
    ),
    findPlatformWide(pool, { platformId: ctx.platformId, workspaceId, search: search ?? null, page }),
  ]);
  const ids = [...own.rows.map(({ id }) => id), ...wide];
  if (ids.length === 0) return [];
  return ctx.app.db.prisma.suppression.findMany({
    ...query,
    where: { platformId: ctx.platformId, id: { in: ids } },
    orderBy: { id: direction },
    take,
  });
}
