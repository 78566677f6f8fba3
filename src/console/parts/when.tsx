/** A time, as people say it, in the zone of the page; the exact time with its zone is its title (docs/rules.md#console-times). */

import { type ReactNode, useSyncExternalStore } from 'react';
import { words } from '../words.ts';
import { day, hour, minute } from './durations.ts';
import {
  dayAndClock,
  dayOfYear,
  dayOnly,
  daysBetween,
  dayThenClock,
  exact,
  planned,
  shortClock,
} from './time-formats.ts';
import { useZone } from './zone.ts';

/** Milliseconds after which relative times are said anew. */
const tick = 10_000;
/** Older times are shown as a date. */
const relativeMax = 6 * day;

const duration = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, tick);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface TimeProps {
  readonly at: string;
}

/** A time in a list: `today 12:58`, `yesterday 12:58`, `24 Nov 12:58`, and of other years the date alone. */
export function When({ at }: TimeProps): ReactNode {
  const present = useSyncExternalStore(subscribe, () => now);
  const zone = useZone();
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact(time, zone)}>
      {dayThenClock(time, new Date(present), zone)}
    </time>
  );
}

/** How far away a time is, where that says more than the time: `2h ago`, `in 8m`. */
export function Away({ at }: TimeProps): ReactNode {
  const present = useSyncExternalStore(subscribe, () => now);
  const zone = useZone();
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact(time, zone)}>
      {relative(time, present, zone)}
    </time>
  );
}

/** The day and the time of day, for timelines. */
export function At({ at }: TimeProps): ReactNode {
  const zone = useZone();
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact(time, zone)}>
      {dayAndClock(time, zone)}
    </time>
  );
}

/** A time that somebody planned by, or may ask for: the day, the time of day, and the zone. */
export function Planned({ at }: TimeProps): ReactNode {
  const zone = useZone();
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact(time, zone)}>
      {planned(time, zone)}
    </time>
  );
}

/** A time in a sentence: `at 10:12`, `tomorrow at 10:12`, `on 24 Nov at 10:12`; after `since` without its preposition. */
export function InWords({ at, after }: TimeProps & { readonly after?: 'since' }): ReactNode {
  const present = useSyncExternalStore(subscribe, () => now);
  const zone = useZone();
  const time = new Date(at);
  const days = daysBetween(time, new Date(present), zone);
  const clockTime = shortClock(time, zone);
  const dayName = dayOfYear(time, zone);
  const [today, named] = after ? [clockTime, dayName] : [`at ${clockTime}`, `on ${dayName}`];
  const dayNamed = words.time.days[days as -1 | 1] ?? named;
  return (
    <time dateTime={at} title={exact(time, zone)}>
      {days === 0 ? today : `${dayNamed} at ${clockTime}`}
    </time>
  );
}

const timestamp = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

/** A sentence of the service with its timestamps as people read them. */
export function WithTimes({ text }: { readonly text: string }): ReactNode {
  // `split` puts what the group matched at the odd places.
  return text.split(timestamp).map((part, place) => (place % 2 === 1 ? <At key={part} at={part} /> : part));
}

function relative(time: Date, present: number, zone: string): string {
  const away = time.getTime() - present;
  const size = Math.abs(away);
  if (size > relativeMax) return dayOnly(time, zone);
  // The clocks of browser and service differ a little.
  if (size < 5_000 || (away > 0 && size < tick)) return words.time.now;
  if (size < minute) return duration.format(Math.round(away / 1_000), 'second');
  if (size < hour) return duration.format(Math.trunc(away / minute), 'minute');
  if (size < day) return duration.format(Math.trunc(away / hour), 'hour');
  return duration.format(Math.trunc(away / day), 'day');
}
