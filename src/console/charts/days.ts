/** Calendar days such as 2026-03-29, in which the service counts figures. */
import { day as oneDay } from '../parts/durations.ts';

/** Days of a report at most. */
export const daysMax = 400;

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The time zone in which a day begins first. */
export const firstTimeZone = 'Pacific/Kiritimati';

/** The present day in a time zone. */
export function todayIn(timeZone: string): string {
  // Swedish dates have the form of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(new Date());
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);
}

/** The days from `from` to `to`, both included. */
export function daysFrom(from: string, to: string): readonly string[] {
  const count = Math.min(Math.round((Date.parse(to) - Date.parse(from)) / oneDay) + 1, daysMax);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addDays(from, index));
}

/** A day for an axis: 29 Mar. */
export function shortDay(day: string): string {
  return short.format(new Date(day));
}

/** A day for a table: 29 Mar 2026. */
export function longDay(day: string): string {
  return long.format(new Date(day));
}
