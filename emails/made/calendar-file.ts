/** An appointment as an iCalendar file (RFC 5545; docs/rules.md#calendar-files). */
import { createHash } from 'node:crypto';
import { readTimestamp } from '../../src/ground/time/timestamp.ts';
import { namesNoDay } from '../language/format.ts';

/** What the file says, as text; an empty text is left out. */
export interface CalendarTexts {
  readonly title: string;
  /** A day, or a time with its offset. */
  readonly starts: string;
  /** The last day, or a time; empty: the appointment has a beginning alone, or is one day long. */
  readonly ends: string;
  readonly location: string;
  readonly details: string;
  readonly url: string;
}

/** Characters of one text: calendars show some hundred. */
const textMax = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line of a calendar holds none
const CONTROLS = /[\u0000-\u001f\u007f]/g;
/** Bytes of a line before it goes on in the next one (RFC 5545, 3.1). */
const lineBytes = 75;

/** `written`: the ISO instant of the mail. Returns null where the appointment has no beginning that can be read. */
export function calendarFile(texts: CalendarTexts, written: string): Buffer | null {
  const starts = momentOf(texts.starts);
  const stamp = momentOf(written);
  if (starts === null || stamp === null) return null;
  const ends = endOf(starts, momentOf(texts.ends));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidings//Mail//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    // The same mail sent twice is one appointment.
    `UID:${hashOf(JSON.stringify(texts))}@tidings`,
    `DTSTAMP${stamp.value}`,
    `DTSTART${starts.value}`,
    ...(ends === null ? [] : [`DTEND${ends}`]),
    ...field('SUMMARY', texts.title),
    ...field('LOCATION', texts.location),
    ...field('DESCRIPTION', texts.details),
    ...(/^https?:\/\/[!-~]+$/.test(texts.url) && texts.url.length <= textMax ? [`URL:${texts.url}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return Buffer.from(lines.map((line) => `${folded(line)}\r\n`).join(''));
}

interface Moment {
  readonly isDay: boolean;
  readonly at: Date;
  /** With the parameter in front that a day has. */
  readonly value: string;
}

function momentOf(text: string): Moment | null {
  const written = text.trim();
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written);
  if (isDay && namesNoDay(written)) return null;
  const at = isDay ? new Date(written) : readTimestamp(written);
  if (at === null) return null;
  return { isDay, at, value: isDay ? dayOf(at) : `:${digitsOf(at)}Z` };
}

/** An end that is no end is left out. Of days, a calendar names the one behind the last. */
function endOf(starts: Moment, ends: Moment | null): string | null {
  if (ends === null || ends.isDay !== starts.isDay || ends.at < starts.at) return null;
  if (!ends.isDay) return ends.value;
  return dayOf(new Date(ends.at.getTime() + 24 * 60 * 60 * 1_000));
}

function dayOf(at: Date): string {
  return `;VALUE=DATE:${digitsOf(at).slice(0, 8)}`;
}

/** `20270115T180000` in UTC. */
function digitsOf(at: Date): string {
  return at.toISOString().slice(0, 19).replace(/[-:]/g, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function field(name: string, text: string): readonly string[] {
  const written = text.trim().slice(0, textMax).toWellFormed();
  const escaped = written
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(CONTROLS, ' ');
  return escaped === '' ? [] : [`${name}:${escaped}`];
}

/** Breaks a line before the character that would make it too long; the rest begins with a blank. */
function folded(line: string): string {
  let out = '';
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > lineBytes) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += more;
  }
  return out;
}
