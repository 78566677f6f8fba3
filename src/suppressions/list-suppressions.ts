import { z } from 'zod';
import type { Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { parseInput, textFilter } from '../input.ts';
import { keyset, type PageWindow } from '../page.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';

/** Characters; the contract's limit of the contacts' search. */
const searchMaxLength = 255;

const filters = z.object({ search: textFilter(searchMaxLength) });

/**
 * What holds in a workspace, newest first: its own suppressions and those of the whole platform. `search`: part of the
 * address in any case; an erased address is never found. Refuses `not_found`, `validation_failed`.
 */
export async function listSuppressions(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  window: PageWindow,
  query: object = {},
): Promise<Suppression[]> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const { search } = parseInput(filters, filter);
  const { range, direction, take } = keyset(window, 'desc');
  const values: unknown[] = [ctx.platformId, workspaceId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['platform_id = $1'];
  if (range.lt !== undefined) conditions.push(`id < ${bind(range.lt)}`);
  if (range.gt !== undefined) conditions.push(`id > ${bind(range.gt)}`);
  if (search) conditions.push(`position(lower(${bind(search)}) in lower(email)) > 0`);
  const limit = bind(take);
  // Each reach by its own index range: beside a thousand other workspaces, these rows are few.
  const reach = (condition: string) =>
    `(SELECT id FROM suppressions WHERE ${[...conditions, condition].join(' AND ')}
      ORDER BY id ${direction} LIMIT ${limit})`;
  const { rows } = await ctx.app.db.pool.query<{ id: string }>(
    `${reach('workspace_id = $2')} UNION ALL ${reach('workspace_id IS NULL')} ORDER BY id ${direction} LIMIT ${limit}`,
    values,
  );
  if (rows.length === 0) return [];
  return ctx.app.db.prisma.suppression.findMany({
    ...query,
    where: { platformId: ctx.platformId, id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: direction },
  });
}
