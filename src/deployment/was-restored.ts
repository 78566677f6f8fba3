/** Whether a database was restored since a process last looked at it (docs/rules.md#restored-database). */
import type { Place } from './read-place.ts';

/** What the last look has left in the database. */
export interface LastLook extends Omit<Place, 'serverStartedAt'> {
  readonly seenAt: Date;
}

/**
 * A dump that was restored lies in another cluster, database or table. A recovery of files begins another timeline on a
 * server that was started for it, so after the last look that it brought back; the promotion of a standby, which loses
 * nothing of note, begins one on a server that ran before that look.
 */
export function wasRestored(last: LastLook, now: Place): boolean {
  if (last.place !== now.place) return true;
  if (last.cluster !== null && now.cluster !== null && last.cluster !== now.cluster) return true;
  const isRecovered = last.timeline !== null && now.timeline !== null && last.timeline !== now.timeline;
  return isRecovered && now.serverStartedAt > last.seenAt;
}
