import type { Message, Simulation } from '../../../prisma/generated/client.ts';
import type { EmitRecord } from '../emit-record.ts';

/** The record says that a message was simulated, not with which outcome; readers compare the column with null. */
const SOME_SIMULATION: Simulation = 'delivered';

/**
 * Returns the message of an emit as its record shows it. State, template version and fallen-back tags come from the
 * record, because a replay returns the first response. `row` has what the record lacks; without it the request must
 * select nothing else.
 */
export function recordedMessage(record: NonNullable<EmitRecord['message']>, row: Message | null): Message {
  const { id, state, templateVersionId, fellBack, simulated, sendAt } = record;
  const recorded = {
    id,
    state,
    templateVersionId,
    fellBack: [...fellBack],
    sendAt: sendAt === undefined ? null : new Date(sendAt),
  };
  return { ...(row ?? { simulation: simulated ? SOME_SIMULATION : null }), ...recorded } as Message;
}
