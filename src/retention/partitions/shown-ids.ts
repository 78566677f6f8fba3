import { idAt } from '../../ground/ids.ts';
import { day } from '../../ground/time/durations.ts';
import { keptSince } from '../lifetimes.ts';

/** How far the clock of the process that dated a row may be ahead of ours; far more than it is. */
const apart = day;

/** Ids from `from` on and before `until`. */
export interface ShownIds {
  readonly from: string;
  readonly until: string;
}

/**
 * Returns the ids of rows whose lifetime has not passed. PostgreSQL sees that the default partition has none of them, so it
 * can read the newest partition first and stop there.
 */
export function shownIds(lifetime: number, now: Date): ShownIds {
  return { from: idAt(keptSince(lifetime, now)), until: idAt(new Date(now.getTime() + apart)) };
}
