import type { Ctx } from '../context.ts';
import { ownRows } from '../tenant/own-rows.ts';
import type { RecordedCopy } from './emit-record.ts';

interface RecordedCopies {
  /** Of the message whose mail they are. */
  readonly id: string;
  readonly copies: readonly RecordedCopy[];
}

/** Returns what records show of the copies of mails; messages without any are left out. */
export async function findRecordedCopies(ctx: Ctx, messageIds: readonly string[]): Promise<readonly RecordedCopies[]> {
  if (messageIds.length === 0) return [];
  const rows = await ctx.app.db.prisma.message.findMany({
    where: { ...ownRows(ctx), primaryId: { in: [...messageIds] } },
    select: { id: true, role: true, primaryId: true, state: true, simulation: true },
    orderBy: { id: 'asc' },
  });
  return [...Map.groupBy(rows, ({ primaryId }) => primaryId ?? '')].map(([id, of]) => ({
    id,
    copies: of.flatMap(({ id: copyId, role, state, simulation }) =>
      role === null ? [] : [{ id: copyId, role, state, simulated: simulation !== null }],
    ),
  }));
}
