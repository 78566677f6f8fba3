/** What the outcome of a real attempt adds to the counts of its workspace: health, usual day and day caps. */
import type { CountedSending } from '../workspaces/count-sending.ts';
import { localDay } from '../workspaces/local-day.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { isFinal, isHandedOver } from './message-states.ts';

/** Whether the workspace's health counts the message: a real one that ended, but for a suppressed one. */
export function countsForHealth({ message, ending: { state } }: MessageOutcome): boolean {
  return message.simulation === null && isFinal(state) && state !== 'suppressed';
}

export function isHardBounce(ending: MessageOutcome['ending']): boolean {
  return ending.state === 'bounced' && ending.bounce === 'hard';
}

/** A message handed over is counted; one that was reserved and not handed over is returned. */
export function sendingOf({ message, ending, at }: MessageOutcome): Omit<CountedSending, 'workspaceId'> | null {
  const { simulation, workspaceTimezone, reservedDay } = message;
  if (simulation !== null) return null;
  const handedOver = isHandedOver(ending.state);
  if (reservedDay === null) return handedOver ? { day: localDay(workspaceTimezone, at), messages: 1 } : null;
  return handedOver ? null : { day: reservedDay, messages: -1 };
}
