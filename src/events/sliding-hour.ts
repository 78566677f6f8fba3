/**
 * The thirty an hour (docs/rules.md#emits-per-address): an address takes 30 emits in a sliding hour in one workspace.
 * Each workspace and address has one row of `emit_rates`, whose `recent` holds the times of the emits.
 */

const emitsAnHour = 30;
/** Milliseconds. A row that was not written for that time counts nothing and is removed. */
export const slidingHour = 60 * 60 * 1000;

/** Emits at this time or earlier no longer count. */
export function hourStart(now: Date): Date {
  return new Date(now.getTime() - slidingHour);
}

/** Whether one write of so many emits to an address exceeds the limit, whatever came before. */
export function isOverHour(emits: number): boolean {
  return emits > emitsAnHour;
}

/** SQL: the times of the array `times` after `since`, oldest first. */
export const timesSinceSql = (times: string, since: string) =>
  `ARRAY(SELECT t FROM unnest(${times}) t WHERE t > ${since} ORDER BY t)`;

/** SQL: whether the array `added` fits beside the times of `recent` that still count. An empty array always fits. */
export const fitsHourSql = (recent: string, added: string, since: string) =>
  `cardinality(${added}) = 0
     OR (SELECT count(*) FROM unnest(${recent}) t WHERE t > ${since}) + cardinality(${added}) <= ${emitsAnHour}`;

/** Returns the seconds until the oldest counted emit is an hour old; at least one. */
export function secondsUntilOld(oldest: Date, now: Date): number {
  return Math.max(1, Math.ceil((oldest.getTime() + slidingHour - now.getTime()) / 1000));
}
