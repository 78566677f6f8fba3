import type { ImportFault } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { keyset, type PageWindow } from '../ground/lists/keyset.ts';
import { faultsKept } from './import-limits.ts';

/** The rejected rows of an import whose lines are kept, in the order of the file. Rejects with `not_found`. */
export async function listImportFaults(
  ctx: Ctx,
  { workspaceId, id }: ImportKey,
  { after, before, ...window }: PageWindow,
): Promise<ImportFault[]> {
  await requireOwn(ctx, { workspaceId, id });
  const { range, direction, take } = keyset({ ...window, after, before }, 'asc');
  return ctx.app.db.prisma.importFault.findMany({
    where: { workspaceId, importId: id, line: lines(range) },
    orderBy: { line: direction },
    take,
  });
}

export async function countImportFaults(ctx: Ctx, key: ImportKey, limit: number): Promise<number> {
  await requireOwn(ctx, key);
  const where = { workspaceId: key.workspaceId, importId: key.id };
  return ctx.app.db.prisma.importFault.count({ where, take: Math.min(limit, faultsKept) });
}

export interface ImportKey {
  readonly workspaceId: string;
  readonly id: string;
}

const lines = ({ gt, lt }: { readonly gt?: string; readonly lt?: string }) => ({
  ...(gt !== undefined && { gt: Number(gt) }),
  ...(lt !== undefined && { lt: Number(lt) }),
});

/** Faults have no platform of their own. */
async function requireOwn({ app, platformId }: Ctx, { workspaceId, id }: ImportKey): Promise<void> {
  const found =
    isId(id) &&
    (await app.db.prisma.import.findFirst({ where: { platformId, workspaceId, id }, select: { id: true } }));
  if (!found) throw notFound('import');
}
