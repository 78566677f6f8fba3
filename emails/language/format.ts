/** Dates, numbers and money in a language and a time zone, by `Intl`; its formatters are dear, so they are kept. */
import { LRUCache } from 'lru-cache';
import { readTimestamp } from '../../src/timestamp.ts';

/** Formatters kept, over all locales, time zones and styles; one takes some tens of kilobytes. */
const FORMATTERS_KEPT = 300;
/** Results that each of them remembers: some 100 kilobytes. */
const RESULTS_KEPT = 1_000;

/** Dates, numbers and prices are short; what is longer is none, and not worth its place in memory. */
const REMEMBERED_CHARACTERS = 40;

/** What is longer is no date, and no number; fractions have any number of digits. */
export const DATE_CHARACTERS = 100;
export const NUMBER_CHARACTERS = 400;

/** A day without a time is the same day everywhere: no time zone moves it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** What stands between day and time in text of people. */
const SPACE_AFTER_DAY = /^(\d{4}-\d{2}-\d{2}) /;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** 12.5 % stays 12.5 %, not 13 %. */
const PERCENT_DIGITS = 2;

/** A value as text, formatted; what cannot be read stays as it is. */
export type Format = (text: string) => string;
export type DateStyle = 'full' | 'long' | 'medium' | 'short';
export type DatePart = 'date' | 'time' | 'datetime';

const formats = new LRUCache<string, Format>({ max: FORMATTERS_KEPT });

export function dateFormat(part: DatePart | 'year', style: DateStyle, locale: string, timezone: string): Format {
  return kept(`${locale}|${timezone}|${part}|${style}`, () => {
    const instants = new Intl.DateTimeFormat(locale, { ...dateOptions(part, style), timeZone: timezone });
    const days = new Intl.DateTimeFormat(locale, { ...dateOptions('date', style), timeZone: 'UTC' });
    return (text) => {
      if (text.length > DATE_CHARACTERS) return text;
      const day = DAY.test(text);
      // A time without an offset has no place on the clock, so it stays as it is.
      const instant = day ? new Date(text) : readTimestamp(text.replace(SPACE_AFTER_DAY, '$1T'));
      if (instant === null || Number.isNaN(instant.getTime())) return text;
      return (day && part !== 'year' ? days : instants).format(instant);
    };
  });
}

export function numberFormat(
  style: 'number' | 'percent' | 'currency',
  currency: string | null,
  locale: string,
): Format {
  return kept(`${locale}|${style}|${currency}`, () => {
    const numbers = new Intl.NumberFormat(locale, numberOptions(style, currency));
    return (text) => (text.length <= NUMBER_CHARACTERS && NUMBER.test(text) ? numbers.format(Number(text)) : text);
  });
}

/** The year of an instant in a time zone, in plain digits. */
export function yearOf(instant: string, timezone: string): string {
  return dateFormat('year', 'short', 'en-u-ca-gregory-nu-latn', timezone)(instant);
}

function kept(key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = remembering(make());
  formats.set(key, format);
  return format;
}

/** HTML and text show the same values, and prices and days come again: the last ones are not formatted anew. */
function remembering(format: Format): Format {
  const seen = new Map<string, string>();
  return (text) => {
    if (text.length > REMEMBERED_CHARACTERS) return format(text);
    const known = seen.get(text);
    if (known !== undefined) return known;
    if (seen.size >= RESULTS_KEPT) seen.clear();
    const formatted = format(text);
    seen.set(text, formatted);
    return formatted;
  };
}

function numberOptions(style: 'number' | 'percent' | 'currency', currency: string | null): Intl.NumberFormatOptions {
  switch (style) {
    case 'number':
      return {};
    case 'percent':
      return { style: 'percent', maximumFractionDigits: PERCENT_DIGITS };
    case 'currency':
      return { style: 'currency', currency: currency ?? 'XXX' };
  }
}

function dateOptions(part: DatePart | 'year', style: DateStyle): Intl.DateTimeFormatOptions {
  switch (part) {
    case 'date':
      return { dateStyle: style };
    case 'time':
      return { timeStyle: style };
    case 'datetime':
      return { dateStyle: style, timeStyle: 'short' };
    case 'year':
      return { year: 'numeric' };
  }
}
