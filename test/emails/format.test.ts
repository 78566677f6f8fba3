import { expect, it } from 'vitest';
import { dateFormat, numberFormat } from '../../emails/language/format.ts';

const format = dateFormat('datetime', 'medium', 'en', 'UTC');

it.each([
  '2026-01-31T09:30:00+02:00', '2026-01-31T09:30:00+0200', '2026-01-31T09:30:00+02', '2026-01-31T07:30Z',
  '2026-01-31t07:30:00.123z', '2026-01-31T02:30:00-05',
])('reads %s, as a payload may have it', (text) => {
  expect(format(text)).toBe(format('2026-01-31T07:30:00Z'));
}); // biome-ignore format: a table of instants

it.each(['2026-01-31T09:30:00', '2026-01-31T09:30:00+2', '31.1.2026', ''])('leaves %j as it is', (text) => {
  expect(format(text)).toBe(text);
});

it.each(['2026-02-30', '2026-13-01', '2026-00-10', '2026-04-31', '2025-02-29', '2026-02-30T10:00:00Z'])(
  'makes no other day of %s',
  (text) => {
    for (const part of ['date', 'time', 'datetime', 'year'] as const) {
      expect(dateFormat(part, 'long', 'en', 'UTC')(text)).toBe(text);
    }
  },
);

it.each([
  ['en', '7:30\u202fAM', 'January\u00a031,\u00a02026'],
  ['hi', '7:30\u202fam', '31\u00a0जनवरी\u00a02026'],
  ['ko', '오전\u202f7:30', '2026년 1월\u00a031일'],
  ['de', '07:30', '31.\u00a0Januar\u00a02026'],
  ['fr', '07:30', '31\u00a0janvier\u00a02026'],
  ['es', '7:30', '31\u00a0de\u00a0enero\u00a0de\u00a02026'],
  ['ja', '7:30', '2026年1月31日'],
])(
  'keeps a time with its half of the day in one line, and a day with its month and year, in %s',
  (locale, time, day) => {
    const instant = '2026-01-31T07:30:00Z';
    expect(dateFormat('time', 'short', locale, 'UTC')(instant)).toBe(time);
    expect(dateFormat('date', 'long', locale, 'UTC')(instant)).toBe(day);
    expect(dateFormat('date', 'long', locale, 'UTC')('2026-01-31')).toBe(day);
    expect(dateFormat('datetime', 'long', locale, 'UTC')(instant)).toContain(time);
    expect(dateFormat('datetime', 'long', locale, 'UTC')(instant)).toContain(day);
  },
);

it.each([
  ['en', 'UTC', 'Jan\u00a031,\u00a02026, 7:30\u202fAM\u00a0UTC'],
  ['de', 'Europe/Berlin', '31.01.2026, 08:30\u00a0MEZ'],
  ['ja', 'Asia/Tokyo', '2026/01/31 16:30\u00a0JST'],
])('names the zone of a time in %s where it is asked to', (locale, zone, shown) => {
  expect(dateFormat('datetime', 'zoned', locale, zone)('2026-01-31T07:30:00Z')).toBe(shown);
  expect(dateFormat('datetime', 'zoned', locale, zone)('2026-01-31')).not.toContain('\u00a0UTC');
});

const digits = (text: string) => text.replace(/[^\p{Nd}]/gu, '').replace(/\p{Nd}/gu, plain);

/** The digit of any script as one of ASCII: each script has its ten in a row. */
function plain(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let zero = code; zero > code - 10; zero -= 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero);
  }
  return digit;
}

it('formats amounts given as strings exactly, in every currency and language', () => {
  const locales = ['en', 'de', 'fr', 'ar-EG', 'fa', 'hi-IN-u-nu-deva', 'ja', 'pt-BR', 'de-CH', 'bn'];
  for (const currency of Intl.supportedValuesOf('currency')) {
    const { maximumFractionDigits: cents = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    const whole = '9999999999999999';
    const amount = cents === 0 ? whole : `${whole}.${'9'.repeat(cents)}`;
    for (const locale of locales) {
      const shown = numberFormat(locale, { style: 'currency', currency })(amount);
      expect(digits(shown), `${currency} in ${locale}`).toBe(amount.replace('.', ''));
    }
  }
});

it('formats numbers and shares given as strings exactly', () => {
  expect(numberFormat('en', { style: 'number' })('12345678901234567890')).toBe('12,345,678,901,234,567,890');
  expect(numberFormat('en', { style: 'percent' })('90071992547409.931')).toBe('9,007,199,254,740,993.1%');
});

it('is not made to write a million digits', () => {
  expect(numberFormat('en', { style: 'number' })('1e999999')).toBe('∞');
});
