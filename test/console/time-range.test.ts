/** Ranges of time as filters of lists say them. */
import { expect, test } from 'vitest';
import { rangeInWords, rangeOfPreset } from '../../src/console/parts/time-range.ts';
import { words } from '../../src/console/words.ts';

const now = Date.parse('2026-11-28T12:34:56.000Z');
const said = (from?: string, until?: string, zone = 'Europe/Berlin') =>
  rangeInWords({ from, until }, words.time.range, { now, zone });

test('whole days are days, and one of them is that day', () => {
  expect(said('2026-11-26T23:00:00Z', '2026-11-27T23:00:00Z')).toBe('27 Nov');
  expect(said('2026-11-19T23:00:00Z', '2026-11-27T23:00:00Z')).toBe('20 Nov – 27 Nov');
  // A day of 25 hours.
  expect(said('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('25 Oct');
  expect(said('2025-12-30T23:00:00Z', '2026-01-01T23:00:00Z')).toBe('31 Dec 2025 – 1 Jan');
});

test('other ranges have their clock times, and half of a range says which half', () => {
  expect(said('2026-11-27T13:00:00Z', '2026-11-27T15:30:00Z')).toBe('27 Nov, 14:00 – 27 Nov, 16:30');
  expect(said('2026-11-27T13:00:00Z')).toBe('since 27 Nov, 14:00');
  expect(said('2026-11-26T23:00:00Z')).toBe('since 27 Nov');
  expect(said(undefined, '2026-11-27T13:00:00Z', 'Asia/Tokyo')).toBe('before 27 Nov, 22:00');
});

test('no range says nothing, and neither does what is no time', () => {
  expect(said()).toBeNull();
  expect(said('yesterday', '')).toBeNull();
});

test('a range of the last hours goes back from the present minute, and a day begins at its midnight', () => {
  expect(rangeOfPreset('hour', now)).toEqual({ from: '2026-11-28T11:34:00.000Z', until: undefined });
  expect(rangeOfPreset('week', now)).toEqual({ from: '2026-11-21T12:34:00.000Z', until: undefined });
  const midnight = new Date(2026, 10, 28).toISOString();
  expect(rangeOfPreset('today', new Date(2026, 10, 28, 9).getTime())).toEqual({ from: midnight, until: undefined });
  expect(rangeOfPreset('yesterday', new Date(2026, 10, 28, 9).getTime())).toEqual({
    from: new Date(2026, 10, 27).toISOString(),
    until: midnight,
  });
});
