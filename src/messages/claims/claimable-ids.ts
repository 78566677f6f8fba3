import { idAt } from '../../ground/ids.ts';
import { day } from '../../ground/time/durations.ts';
import { messageLifetime } from '../states/message-lifetime.ts';
import { sendAtMost } from '../states/send-at.ts';

/** How far the clocks of two processes may be apart; far more than they are. */
const apart = day;

/**
 * Returns the id before those of all mail that may be claimed at `now`: mail leaves at most 30 days after its emit
 * (docs/rules.md#send-later), and expires a day later (docs/rules.md#message-expiry). A claim with it as the lower bound leaves
 * out the partitions of before. It has no upper bound: the default partition has what a clock far ahead has dated.
 */
export function firstClaimableId(now: Date): string {
  return idAt(new Date(now.getTime() - sendAtMost - messageLifetime * 1_000 - apart));
}
