/** A time, as people say it; the exact time is its title. */

import { type ReactNode, useSyncExternalStore } from 'react';
import { words } from '../words.ts';
import { day, hour, minute } from './durations.ts';

/** Milliseconds after which relative times are said anew. */
const tick = 10_000;
/** Older times are shown as a date. */
const relativeMax = 6 * day;

const duration = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const dayOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

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

export function When({ at }: { readonly at: string }): ReactNode {
  const present = useSyncExternalStore(subscribe, () => now);
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {relative(time.getTime(), present)}
    </time>
  );
}

/** The day and the time of day, for timelines. */
export function At({ at }: { readonly at: string }): ReactNode {
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {`${dayAndTime.format(time).split(',')[0]}, ${clock.format(time)}`}
    </time>
  );
}

const withZone = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A time that somebody planned by: the day, the time of day, and the reader's zone. */
export function Planned({ at }: { readonly at: string }): ReactNode {
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {withZone.format(time)}
    </time>
  );
}

/** The reader's zone at that time, such as CET. */
export function zoneName(at: Date): string {
  return withZone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const shortClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** A time in a sentence: `at 10:12`, `tomorrow at 10:12`, `on 24 Nov at 10:12`; after `since` without its preposition. */
export function InWords({ at, after }: { readonly at: string; readonly after?: 'since' }): ReactNode {
  const present = useSyncExternalStore(subscribe, () => now);
  const time = new Date(at);
  const days = Math.round((midnight(time) - midnight(new Date(present))) / day);
  const clockTime = shortClock.format(time);
  const [today, named] = after
    ? [clockTime, dayOfYear.format(time)]
    : [`at ${clockTime}`, `on ${dayOfYear.format(time)}`];
  const dayNamed = words.time.days[days as -1 | 1] ?? named;
  return (
    <time dateTime={at} title={exact.format(time)}>
      {days === 0 ? today : `${dayNamed} at ${clockTime}`}
    </time>
  );
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

const timestamp = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

/** A sentence of the service with its timestamps as people read them. */
export function WithTimes({ text }: { readonly text: string }): ReactNode {
  // `split` puts what the group matched at the odd places.
  return text.split(timestamp).map((part, place) => (place % 2 === 1 ? <At key={part} at={part} /> : part));
}

function relative(time: number, present: number): string {
  const away = time - present;
  const size = Math.abs(away);
  if (size > relativeMax) return dayOnly.format(time);
  // The clocks of browser and service differ a little.
  if (size < 5_000 || (away > 0 && size < tick)) return words.time.now;
  if (size < minute) return duration.format(Math.round(away / 1_000), 'second');
  if (size < hour) return duration.format(Math.trunc(away / minute), 'minute');
  if (size < day) return duration.format(Math.trunc(away / hour), 'hour');
  return duration.format(Math.trunc(away / day), 'day');
}
