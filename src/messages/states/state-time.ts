/** The precision of times in webhooks; milliseconds. */
const tick = 1;

/**
 * Returns the time of a state that follows a state at `before`: `now`, or one tick after `before` if the clocks of two
 * machines disagree. Receivers order webhooks by these times (docs/rules.md#state-times).
 */
export function stateTime(now: Date, before: Date | null): Date {
  return new Date(Math.max(now.getTime(), before === null ? 0 : before.getTime() + tick));
}
