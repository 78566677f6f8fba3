import { hour, minute } from '../../ground/time/durations.ts';

/** Gaps after each temporary rejection (docs/rules.md#mail-retries); then one last try before the message expires. */
const gaps = [1, 5, 15, 30, 60, 120, 240, 240, 360, 300].map((minutes) => minutes * minute);
const lastTryAfter = 23.5 * hour;

interface Retried {
  readonly attemptNumber: number;
  readonly begunAt: Date;
  readonly expiresAt: Date;
}

/**
 * Returns the time of the next attempt after a temporary rejection. After the last try the message is due at its
 * expiry, where the sweep finds it.
 */
export function nextTry({ attemptNumber, begunAt, expiresAt }: Retried, now: Date): Date {
  const gap = gaps[attemptNumber - 1];
  const lastTry = new Date(begunAt.getTime() + lastTryAfter);
  if (gap !== undefined && now.getTime() + gap < lastTry.getTime()) return new Date(now.getTime() + gap);
  return now < lastTry ? lastTry : expiresAt;
}

/** How long a message has been tried by this schedule when an attempt begins, at the least; milliseconds. */
export function retriedFor(attemptNumber: number): number {
  return gaps.slice(0, attemptNumber - 1).reduce((total, gap) => total + gap, 0);
}
