import type { Queryable } from '../db/pool.ts';
import { countOutcomes } from '../workspaces/count-outcomes.ts';
import { type CountedSending, countSending } from '../workspaces/count-sending.ts';
import { localDay } from '../workspaces/local-day.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { isFinal, isHandedOver } from './message-states.ts';

/** Adds the outcomes of real attempts to the counts of their workspaces: health, usual day and day caps. */
export async function countRealOutcomes(client: Queryable, outcomes: readonly MessageOutcome[]): Promise<void> {
  const ended = outcomes.filter(({ ending: { state } }) => isFinal(state) && state !== 'suppressed');
  await countOutcomes(
    client,
    ended.map(({ message, ending, at }) => ({
      platformId: message.platformId,
      workspaceId: message.workspaceId,
      at,
      ended: 1,
      delivered: ending.state === 'delivered' ? 1 : 0,
      hardBounces: isHardBounce(ending) ? 1 : 0,
      complaints: 0,
    })),
  );
  await countSending(client, outcomes.flatMap(sendingOf));
}

export function isHardBounce(ending: MessageOutcome['ending']): boolean {
  return ending.state === 'bounced' && ending.bounce === 'hard';
}

function sendingOf({ message, ending, at }: MessageOutcome): readonly CountedSending[] {
  const { workspaceId, workspaceTimezone, reservedDay } = message;
  const handedOver = isHandedOver(ending.state);
  if (reservedDay === null) {
    return handedOver ? [{ workspaceId, day: localDay(workspaceTimezone, at), messages: 1 }] : [];
  }
  return handedOver ? [] : [{ workspaceId, day: reservedDay, messages: -1 }];
}
