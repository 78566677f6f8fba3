/** What a real message that ended adds to the counts of its workspace: health, usual day and day caps. */

import { localDay } from '../../ground/time/local-day.ts';
import type { CountedSending } from '../../workspaces/health/count-sending.ts';
import { isFinal, isHandedOver } from '../states/message-states.ts';
import type { FailureReason } from './failure-reasons.ts';
import type { MessageOutcome } from './message-outcome.ts';

/**
 * A caller could cancel mail, delete a workspace and restore it, or schedule more than an address takes, to lower its own
 * rate of bounces.
 */
const uncounted: ReadonlySet<FailureReason> = new Set(['cancelled', 'recipient_rate', 'workspace_deleted']);

/** Whether the workspace's health counts a message that failed for this reason (docs/rules.md#health-counts). */
export function countsFailure(reason: FailureReason): boolean {
  return !uncounted.has(reason);
}

/** Whether the workspace's health counts the message: a real one that ended, but for a suppressed one. */
export function countsForHealth({ message, ending }: MessageOutcome): boolean {
  if (message.simulation !== null || ending.state === 'suppressed') return false;
  return ending.state === 'failed' ? countsFailure(ending.reason) : isFinal(ending.state);
}

export function isHardBounce(ending: MessageOutcome['ending']): boolean {
  return ending.state === 'bounced' && ending.bounce === 'hard';
}

/** A message handed over is counted, on the day of its outcome. */
export function sendingOf({ message, ending, at }: MessageOutcome): Omit<CountedSending, 'workspaceId'> | null {
  if (message.simulation !== null || !isHandedOver(ending.state)) return null;
  return { day: localDay(message.workspaceTimezone, at), messages: 1 };
}
