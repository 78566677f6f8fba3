/** Times of the console are written in one place, in a zone that is named (docs/rules.md#console-times). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brief, dayThenClock, exact, planned } from '../../src/console/parts/time-formats.ts';

const room = new URL('../../src/console/', import.meta.url);
const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('api/operations'))
  .map((file) => ({ file, text: readFileSync(new URL(file, room), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).toSorted();

test('formats of times are made in one file; days of the calendar have no zone', () => {
  expect(sources.length).toBeGreaterThan(100);
  const makes = /DateTimeFormat|toLocale(?:Time|Date)String|toTimeString|toDateString|toUTCString/;
  expect(filesWith(makes)).toEqual(['charts/days.ts', 'parts/time-formats.ts', 'parts/zone.ts']);
});

test('a time is in a `time` element, which has its exact time and zone, in one file', () => {
  expect(filesWith(/<time\b/)).toEqual(['parts/when.tsx']);
  const { text = '' } = sources.find(({ file }) => file === 'parts/when.tsx') ?? {};
  const elements = [...text.matchAll(/<time [^>]*>/g)].map(([element]) => element);
  expect(elements.length).toBeGreaterThan(3);
  expect(elements.filter((element) => !element.includes('title={exact(time, zone)}'))).toEqual([]);
});

test('a field for a time says the zone that it is in', () => {
  expect(filesWith(/datetime-local"/)).toEqual(['parts/forms/time-field.tsx']);
});

test.each([
  [exact, 'Asia/Tokyo', '29 Nov 2026, 00:39:32 GMT+9'],
  [planned, 'Europe/Berlin', 'Sat, 28 Nov 2026, 16:39 CET'],
  [brief, 'Europe/Berlin', '28 Nov, 16:39 CET'],
])('a whole time has its zone', (format, zone, written) => {
  expect(format(new Date('2026-11-28T15:39:32Z'), zone).replaceAll(' at ', ', ')).toBe(written);
});

test.each([
  ['2026-11-29T12:58:29Z', 'UTC', 'today 12:58'],
  ['2026-11-28T23:30:00Z', 'UTC', 'yesterday 23:30'],
  ['2026-11-28T23:30:00Z', 'Europe/Berlin', 'today 00:30'],
  ['2026-11-30T00:00:00Z', 'UTC', 'tomorrow 00:00'],
  ['2026-11-24T07:05:00Z', 'UTC', '24 Nov 07:05'],
  ['2025-12-31T07:05:00Z', 'UTC', '31 Dec 2025'],
])('a time in a list says the day and the clock: %s in %s', (at, zone, written) => {
  expect(dayThenClock(new Date(at), new Date('2026-11-29T18:00:00Z'), zone)).toBe(written);
});
