import type { Message, Prisma, Simulation } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { EmitRecord } from './emit-record.ts';

type RecordedMessage = NonNullable<EmitRecord['message']>;

/** The record tells that a message was simulated and not with which outcome; readers compare the column with null. */
const SOME_SIMULATION: Simulation = 'delivered';

/**
 * The message of an emit. State, template version and fallen-back tags are the record's, as a replay returns the first
 * response. `query` selects what the record lacks, and the row is read for that; without `query` no row is read. Null
 * when the row is gone.
 */
export async function findRecordedMessage(
  ctx: Ctx,
  { id, state, templateVersionId, fellBack, simulated }: RecordedMessage,
  query: Prisma.MessageDefaultArgs | null,
): Promise<Message | null> {
  const recorded = { id, state, templateVersionId, fellBack: [...fellBack] };
  // The columns that the record lacks are absent here: the request selects none of them.
  if (query === null) return { ...recorded, simulation: simulated ? SOME_SIMULATION : null } as Message;
  const row = await ctx.app.db.prisma.message.findFirst({ ...query, where: { id, platformId: ctx.platformId } });
  return row && { ...row, ...recorded };
}
