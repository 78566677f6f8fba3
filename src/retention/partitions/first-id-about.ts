import { idAt, mintedAt } from '../../ground/ids.ts';
import { day } from '../../ground/time/durations.ts';

/** How far the clocks of two processes may be apart, one of which dates the row that the other's row is about; far more than they are. */
const apart = day;

/**
 * Returns the id before those of all rows about these rows, such as the webhooks about messages: they are younger. A read with
 * it as the lower bound leaves out the partitions of before.
 */
export function firstIdAbout(ids: readonly string[]): string {
  const [oldest = ''] = ids.toSorted();
  return idAt(new Date((mintedAt(oldest)?.getTime() ?? 0) - apart));
}
