/** How times are written, in a zone (docs/rules.md#console-times). Making a format takes long, so each is made once. */

import { words } from '../words.ts';
import { day } from './durations.ts';

type TimeFormat = (time: Date, zone: string) => string;

function format(options: Intl.DateTimeFormatOptions, locale = 'en-GB'): TimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (time, timeZone) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, known);
    return known.format(time);
  };
}

/** `28 Nov 2026, 15:39:32 CET`: the title of every time. */
export const exact = format({ dateStyle: 'medium', timeStyle: 'long' });
/** `28 Nov, 15:39:32`. */
export const dayAndClock = format({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
/** `28 Nov 2026`. */
export const dayOnly = format({ day: 'numeric', month: 'short', year: 'numeric' });
/** `28 Nov`. */
export const dayOfYear = format({ day: 'numeric', month: 'short' });
/** `15:39`. */
export const shortClock = format({ hour: '2-digit', minute: '2-digit' });
/** `2026-11-28`: Swedish dates have the form of ISO 8601. */
export const isoDay = format({ dateStyle: 'short' }, 'sv-SE');
/** `Sat, 28 Nov 2026, 15:39 CET`. */
export const planned = format({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** `28 Nov, 15:39 CET`. */
export const brief = format({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** Days of the calendar from `present` to `time`. */
export function daysBetween(time: Date, present: Date, zone: string): number {
  return Math.round((Date.parse(isoDay(time, zone)) - Date.parse(isoDay(present, zone))) / day);
}

/** `today 15:39`, `tomorrow 15:39`, `28 Nov 15:39`; of another year the date alone. */
export function dayThenClock(time: Date, present: Date, zone: string): string {
  const named = words.time.days[daysBetween(time, present, zone) as -1 | 0 | 1];
  if (named) return `${named} ${shortClock(time, zone)}`;
  const isOfYear = isoDay(time, zone).slice(0, 4) === isoDay(present, zone).slice(0, 4);
  return isOfYear ? `${dayOfYear(time, zone)} ${shortClock(time, zone)}` : dayOnly(time, zone);
}
