/**
 * The thirty an hour (docs/rules.md#emits-per-address): an address takes 30 emits in a sliding hour in one workspace.
 * Each workspace and address has one row of `emit_rates`, whose `recent` holds the times of the emits.
 */

import { clockTolerance } from '../../ground/time/clock.ts';
import { emitCountLifetime } from '../../retention/lifetimes.ts';

export const emitsAnHour = 30;
/** Milliseconds. A row that was not written for so long counts nothing and is removed. */
const slidingHour = emitCountLifetime;

/** Emits at this time or earlier no longer count. */
export function hourStart(now: Date): Date {
  return new Date(now.getTime() - slidingHour);
}

/** From the start of the hour: a later time was dated by a process whose clock was ahead, and counts nothing. */
const latest = slidingHour + clockTolerance;

/** Citus takes no sum of a time and an interval where a row is updated: a time zone may bear on it. */
const countsSql = (time: string, since: string) =>
  `${time} > ${since} AND ${time} - ${since} <= make_interval(secs => ${latest / 1_000})`;

/** SQL: the times of the array `times` after `since`, oldest first. */
export const timesSinceSql = (times: string, since: string) =>
  `ARRAY(SELECT t FROM unnest(${times}) t WHERE ${countsSql('t', since)} ORDER BY t)`;

/** SQL: whether the array `added` fits beside the times of `recent` that still count. An empty array always fits. */
export const fitsHourSql = (recent: string, added: string, since: string) =>
  `cardinality(${added}) = 0
     OR (SELECT count(*) FROM unnest(${recent}) t WHERE ${countsSql('t', since)}) + cardinality(${added}) <= ${emitsAnHour}`;

/** Returns how many more emits an address takes now whose emits came at `times`. */
export function emitsLeft(times: readonly Date[], now: Date): number {
  return Math.max(0, emitsAnHour - countedTimes(times, now).length);
}

/** Returns the seconds until an address takes another emit, at least one; null when it takes one now. */
export function secondsUntilFree(times: readonly Date[], now: Date): number | null {
  if (emitsLeft(times, now) > 0) return null;
  return Math.max(1, Math.ceil((Math.min(...countedTimes(times, now)) + slidingHour - now.getTime()) / 1000));
}

/** Returns when an address whose hour is used by emits at `times` takes its next thirty, in their order. */
export function timesFree(times: readonly Date[], now: Date): Date[] {
  const counted = countedTimes(times, now).toSorted((one, other) => one - other);
  return counted.slice(-emitsAnHour).map((time) => new Date(time + slidingHour));
}

/** Returns the times that still count, in milliseconds. */
function countedTimes(times: readonly Date[], now: Date): readonly number[] {
  const since = hourStart(now).getTime();
  return times.map((time) => time.getTime()).filter((time) => time > since && time <= since + latest);
}
