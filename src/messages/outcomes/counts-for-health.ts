/** What the outcome of a real attempt adds to the counts of its workspace: health, usual day and day caps. */

import { localDay } from '../../ground/time/local-day.ts';
import type { CountedSending } from '../../workspaces/health/count-sending.ts';
import { isFinal, isHandedOver } from '../states/message-states.ts';
import type { MessageOutcome } from './message-outcome.ts';

/** Whether the workspace's health counts the message: a real one that ended, but for a suppressed one. */
export function countsForHealth({ message, ending: { state } }: MessageOutcome): boolean {
  return message.simulation === null && isFinal(state) && state !== 'suppressed';
}

export function isHardBounce(ending: MessageOutcome['ending']): boolean {
  return ending.state === 'bounced' && ending.bounce === 'hard';
}

/** A message handed over is counted, on the day of its outcome. */
export function sendingOf({ message, ending, at }: MessageOutcome): Omit<CountedSending, 'workspaceId'> | null {
  if (message.simulation !== null || !isHandedOver(ending.state)) return null;
  return { day: localDay(message.workspaceTimezone, at), messages: 1 };
}
