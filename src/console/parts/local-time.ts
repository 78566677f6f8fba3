/** Milliseconds. */
import { minute } from './durations.ts';

/** Returns a time, in milliseconds since 1970, in the form of a `datetime-local` field, to the minute. */
export function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * minute;
  return new Date(time - offset).toISOString().slice(0, 16);
}
