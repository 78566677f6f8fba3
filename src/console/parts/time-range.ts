/** A range of time in words, and the ranges that people ask for most. */
import { day, hour, minute } from './durations.ts';
import { dayOfYear, dayOnly, isoDay, shortClock } from './time-formats.ts';

/** ISO 8601; undefined where the range has no such end. */
export interface TimeRange {
  readonly from: string | undefined;
  readonly until: string | undefined;
}

interface RangeWords {
  readonly since: (time: string) => string;
  readonly before: (time: string) => string;
  readonly between: (from: string, until: string) => string;
}

interface Zoned {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
}

/** `27 Nov`, `20 Nov – 27 Nov`, `since 27 Nov, 14:00`; null where the range has no end at all. */
export function rangeInWords({ from, until }: TimeRange, words: RangeWords, zoned: Zoned): string | null {
  const [start, end] = [timeOf(from), timeOf(until)];
  if (start === null) return end === null ? null : words.before(moment(end, zoned));
  if (end === null) return words.since(moment(start, zoned));
  if (!isMidnight(start, zoned) || !isMidnight(end, zoned) || end <= start)
    return words.between(moment(start, zoned), moment(end, zoned));
  // Whole days: the last of them is the one before the end, whatever the clocks did in between.
  const [first, last] = [dayName(start, zoned), dayName(new Date(end.getTime() - hour), zoned)];
  return first === last ? first : words.between(first, last);
}

export const presets = ['hour', 'day', 'today', 'yesterday', 'week', 'month'] as const;
type Preset = (typeof presets)[number];

const lengths = { hour, day, week: 7 * day, month: 30 * day } as const;

/** Days begin at midnight of the reader; other ranges go back from the present minute. */
export function rangeOfPreset(preset: Preset, now: number): TimeRange {
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  if (preset === 'today') return { from: today.toISOString(), until: undefined };
  if (preset === 'yesterday') {
    const before = new Date(today);
    before.setDate(before.getDate() - 1);
    return { from: before.toISOString(), until: today.toISOString() };
  }
  const present = Math.floor(now / minute) * minute;
  return { from: new Date(present - lengths[preset]).toISOString(), until: undefined };
}

function timeOf(text: string | undefined): Date | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
}

function isMidnight(time: Date, { zone }: Zoned): boolean {
  return shortClock(time, zone) === '00:00' && time.getTime() % minute === 0;
}

function moment(time: Date, zoned: Zoned): string {
  return isMidnight(time, zoned) ? dayName(time, zoned) : `${dayName(time, zoned)}, ${shortClock(time, zoned.zone)}`;
}

/** The year is said where it is another one. */
function dayName(time: Date, { now, zone }: Zoned): string {
  const isThisYear = isoDay(time, zone).slice(0, 4) === isoDay(new Date(now), zone).slice(0, 4);
  return (isThisYear ? dayOfYear : dayOnly)(time, zone);
}
