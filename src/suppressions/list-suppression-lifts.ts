import { z } from 'zod';
import type { Prisma, SuppressionLift } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { parseInput } from '../ground/input/input.ts';
import { keyset, type PageWindow } from '../ground/lists/keyset.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';

const filters = z.object({ email: emailAddress.nullish() });

/**
 * Returns the suppressions that were lifted in the workspace in the last 90 days, newest first; with `email` those of
 * one address. Rejects with `not_found`, `validation_failed`.
 */
export async function listSuppressionLifts(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  window: PageWindow,
  query: Prisma.SuppressionLiftDefaultArgs = {},
): Promise<SuppressionLift[]> {
  const where = await lifted(ctx, workspace, filter);
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.suppressionLift.findMany({
    ...query,
    where: { ...where, id: range },
    orderBy: { id: direction },
    take,
  });
}

/** Counts the rows that `listSuppressionLifts` lists, up to `limit`. */
export async function countSuppressionLifts(
  ctx: Ctx,
  workspace: string,
  filter: unknown,
  limit: number,
): Promise<number> {
  return ctx.app.db.prisma.suppressionLift.count({ where: await lifted(ctx, workspace, filter), take: limit });
}

async function lifted(ctx: Ctx, workspace: string, filter: unknown): Promise<Prisma.SuppressionLiftWhereInput> {
  const { email } = parseInput(filters, filter);
  const { id: workspaceId } = await findWorkspace(ctx, workspace, { select: { id: true } });
  return {
    workspaceId,
    createdAt: { gt: keptSince(eventLifetime, ctx.app.clock.now()) },
    ...(email == null ? {} : { addressHash: Uint8Array.from(ctx.app.secrets.addressHash(email)) }),
  };
}
