/** The precision of times in webhooks; milliseconds. */
const tick = 1;

/**
 * When a message came into a state that follows one of `before`: `now`, but never the same time or an earlier one,
 * whatever the clocks of two machines say. Receivers order webhooks by these times (decisions, section 12).
 */
export function stateTime(now: Date, before: Date | null): Date {
  return new Date(Math.max(now.getTime(), before === null ? 0 : before.getTime() + tick));
}
