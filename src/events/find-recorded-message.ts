import type { Message, Prisma, Simulation } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { EmitRecord } from './emit-record.ts';

type RecordedMessage = NonNullable<EmitRecord['message']>;

/** The record says that a message was simulated, not with which outcome; readers compare the column with null. */
const SOME_SIMULATION: Simulation = 'delivered';

/**
 * Returns the message of an emit. State, template version and fallen-back tags come from the record, because a replay
 * returns the first response. `query` selects what the record lacks; only then is the row read. Null when the row is
 * gone.
 */
export async function findRecordedMessage(
  ctx: Ctx,
  { id, state, templateVersionId, fellBack, simulated }: RecordedMessage,
  query: Prisma.MessageDefaultArgs | null,
): Promise<Message | null> {
  const recorded = { id, state, templateVersionId, fellBack: [...fellBack] };
  // The request selects none of the columns that the record lacks.
  if (query === null) return { ...recorded, simulation: simulated ? SOME_SIMULATION : null } as Message;
  const row = await ctx.app.db.prisma.message.findFirst({ ...query, where: { id, platformId: ctx.platformId } });
  return row && { ...row, ...recorded };
}
