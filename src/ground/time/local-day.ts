import { LRUCache } from 'lru-cache';

const formatsKept = 500;
// State of the process: a time zone is the same for everybody.
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsKept });

/** Offsets of time zones are multiples of this; milliseconds. */
const quarterHour = 900_000;

/** The day of the last quarter of an hour that was asked for, by time zone. */
const lastDays = new LRUCache<string, { readonly quarter: number; readonly day: string }>({ max: formatsKept });

/** Returns the calendar day in `timezone` at `at`, such as `2026-03-29` (docs/rules.md#workspace-days). */
export function localDay(timezone: string, at: Date): string {
  const quarter = Math.floor(at.getTime() / quarterHour);
  const last = lastDays.get(timezone);
  if (last?.quarter === quarter) return last.day;
  const day = formatDay(timezone, at);
  lastDays.set(timezone, { quarter, day });
  return day;
}

function formatDay(timezone: string, at: Date): string {
  const known = formats.get(timezone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!known) formats.set(timezone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Longer than any day. */
const quarterHoursMax = 4 * 27;

/** Returns the start of the next calendar day in `timezone`. */
export function nextLocalDay(timezone: string, now: Date): Date {
  const today = localDay(timezone, now);
  const first = Math.floor(now.getTime() / quarterHour) + 1;
  for (let step = 0; step < quarterHoursMax; step += 1) {
    const at = new Date((first + step) * quarterHour);
    if (localDay(timezone, at) !== today) return at;
  }
  throw new Error('A day ends within 27 hours');
}
