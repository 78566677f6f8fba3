import type { Message, Prisma, Simulation } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { EmitRecord } from './emit-record.ts';

type RecordedMessage = NonNullable<EmitRecord['message']>;

/** What the record says of a message, as columns of its row. */
type RecordedColumns = Pick<Message, 'id' | 'state' | 'templateVersionId' | 'fellBack' | 'simulation'>;

/** The record tells that a message was simulated and not with which outcome; readers compare the column with null. */
const SOME_SIMULATION: Simulation = 'delivered';

/** Part of the row's key: every selection has the column, and no field shows it. */
const KEY_COLUMN = 'workspaceId';

/**
 * The message of an emit, with what `query` selects. State, template version and fallen-back tags are the record's, as
 * a replay returns the first response. The row is read for other columns alone; null once the row is gone.
 */
export async function findRecordedMessage(
  ctx: Ctx,
  message: RecordedMessage,
  query: Prisma.MessageDefaultArgs,
): Promise<RecordedColumns | Message | null> {
  const { id, state, templateVersionId, fellBack } = message;
  const recorded = { id, state, templateVersionId, fellBack: [...fellBack] };
  const whole = { ...recorded, simulation: message.simulated ? SOME_SIMULATION : null };
  const isRecorded = (column: string) => column in whole || column === KEY_COLUMN;
  if (query.select && Object.keys(query.select).every(isRecorded)) return whole;
  const row = await ctx.app.db.prisma.message.findFirst({ ...query, where: { id, platformId: ctx.platformId } });
  return row && { ...row, ...recorded };
}
