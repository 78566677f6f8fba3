import type { HealthLimits } from '../../ground/config/health-limits.ts';
import { hour } from '../../ground/time/durations.ts';
import type { HealthStanding } from './health-transitions.ts';

/**
 * Returns when a workspace leaves `paused` or `throttled` if no further line is crossed (docs/rules.md#health-states);
 * null in other states, and while a throttled workspace is over the line. A sweep moves the workspace, within seconds.
 */
export function healthRecovery(
  { state, since, underLineSince }: Pick<HealthStanding, 'state' | 'since' | 'underLineSince'>,
  { recoveryHours }: HealthLimits,
): Date | null {
  const from = state === 'paused' ? since : state === 'throttled' ? underLineSince : null;
  return from && new Date(from.getTime() + recoveryHours * hour);
}
