/**
 * The state machine of a workspace's health (docs/rules.md#health-states). Pure: takes counts and times, returns a
 * move.
 */

import type { HealthState } from '../../../prisma/generated/client.ts';
import type { HealthLimits, HealthLine } from '../../ground/config/health-limits.ts';
import { hour } from '../../ground/time/durations.ts';

export type HealthReason = 'volume_reached' | 'bounce_rate' | 'complaint_rate' | 'recovered' | 'released';

/** Real outcomes in the measured days. */
export interface HealthCounts {
  readonly ended: number;
  readonly delivered: number;
  readonly hardBounces: number;
  readonly complaints: number;
}

/** The volume of a ramping workspace since its creation. */
export interface HealthVolume {
  readonly sendingDays: number;
  readonly delivered: number;
}

export interface HealthStanding {
  readonly state: HealthState;
  readonly since: Date;
  /** The state to which a throttled or paused workspace recovers. */
  readonly recoversTo: HealthState | null;
  /** Start of the time that a throttled workspace has been under the line. */
  readonly underLineSince: Date | null;
}

export type HealthVerdict =
  | {
      readonly kind: 'move';
      readonly to: HealthState;
      readonly reason: HealthReason;
      readonly recoversTo: HealthState | null;
      readonly underLineSince: Date | null;
      /** Earlier outcomes no longer count. */
      readonly countsAnew: boolean;
    }
  /**
   * The state stays, but the workspace has been under the line since `underLineSince`, or is over the line again
   * (null).
   */
  | { readonly kind: 'note'; readonly underLineSince: Date | null }
  | { readonly kind: 'stay' };

const stay: HealthVerdict = { kind: 'stay' };

export function judgeHealth(
  standing: HealthStanding,
  counts: HealthCounts,
  volume: HealthVolume,
  limits: HealthLimits,
  now: Date,
): HealthVerdict {
  const recoveryTime = limits.recoveryHours * hour;
  const { state, since } = standing;
  if (state === 'paused') {
    return now.getTime() - since.getTime() >= recoveryTime ? endPause(standing, 'recovered', now) : stay;
  }
  const from = state === 'throttled' ? standing.recoversTo : state;
  const pausing = crosses(limits.pause, counts, limits);
  if (pausing) return down('paused', pausing, from);
  const throttling = crosses(limits.throttle, counts, limits);
  switch (state) {
    case 'established':
      return throttling ? down('throttled', throttling, from) : stay;
    case 'ramping':
      if (throttling) return down('throttled', throttling, from);
      return reached(volume, limits) ? { ...down('established', 'volume_reached', null), underLineSince: null } : stay;
    case 'throttled':
      return throttling ? overTheLine(standing) : underTheLine(standing, recoveryTime, now);
  }
}

/** A pause ends in `throttled` with new counts, so that the outcomes that led to the pause cannot lead to the next. */
export function endPause(
  standing: HealthStanding,
  reason: Extract<HealthReason, 'recovered' | 'released'>,
  now: Date,
): HealthVerdict {
  return {
    kind: 'move',
    to: 'throttled',
    reason,
    recoversTo: standing.recoversTo,
    underLineSince: now,
    countsAnew: true,
  };
}

function down(to: HealthState, reason: HealthReason, recoversTo: HealthState | null): HealthVerdict & { kind: 'move' } {
  return { kind: 'move', to, reason, recoversTo, underLineSince: null, countsAnew: false };
}

function overTheLine({ underLineSince }: HealthStanding): HealthVerdict {
  return underLineSince === null ? stay : { kind: 'note', underLineSince: null };
}

function underTheLine({ underLineSince, recoversTo }: HealthStanding, recoveryTime: number, now: Date): HealthVerdict {
  if (underLineSince === null) return { kind: 'note', underLineSince: now };
  if (now.getTime() - underLineSince.getTime() < recoveryTime) return stay;
  return down(recoversTo ?? 'ramping', 'recovered', null);
}

/** Returns the rate that exceeds the line; bounces come first. */
function crosses(
  line: HealthLine,
  { ended, delivered, hardBounces, complaints }: HealthCounts,
  { minEnded }: HealthLimits,
): 'bounce_rate' | 'complaint_rate' | null {
  if (ended < minEnded) return null;
  if (hardBounces >= line.bounces && hardBounces / ended >= line.bounceShare) return 'bounce_rate';
  // Complaints without a delivery in the measured days: the messages were delivered earlier.
  if (complaints >= line.complaints && complaints / Math.max(1, delivered) >= line.complaintShare)
    return 'complaint_rate';
  return null;
}

function reached(volume: HealthVolume, { established }: HealthLimits): boolean {
  return volume.sendingDays >= established.sendingDays && volume.delivered >= established.delivered;
}
