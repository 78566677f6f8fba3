import { hour, minute } from '../../ground/time/durations.ts';

const second = 1_000;

/** Gaps before each attempt of a round, in milliseconds (docs/rules.md#webhook-retries). */
export const attemptGaps: readonly number[] = [
  0,
  5 * second,
  ...[1, 5, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 6, 8, 12, 12, 12, 12].map((hours) => hours * hour),
];
/** Gaps differ by up to this share, so that webhooks which failed together are not retried together. */
export const gapJitter = 0.1;

/** A round ends this long after it began; milliseconds (docs/rules.md#webhook-retries). */
export const roundTime = 72 * hour;

/** Rounds that began at this time or before are over at `now`. */
export function roundsOverSince(now: Date): Date {
  return new Date(now.getTime() - roundTime);
}

/**
 * When a webhook whose attempt failed is retried: at the latest at the end of its round, where the sweep fails it.
 * `attempts`: attempts of the round so far. `random`: from 0 to 1.
 */
export function nextAttempt(
  round: { readonly attempts: number; readonly startedAt: Date },
  now: Date,
  random: number,
): Date {
  const gap = attemptGaps[round.attempts] ?? roundTime;
  const spread = 1 + gapJitter * (2 * random - 1);
  const end = round.startedAt.getTime() + roundTime;
  return new Date(Math.min(now.getTime() + gap * spread, end));
}
