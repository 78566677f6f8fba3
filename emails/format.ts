/** Dates, numbers and money in a language and a time zone, by `Intl`; its formatters are dear, so they are kept. */
import { LRUCache } from 'lru-cache';

/** Formatters kept, over all locales, time zones and styles; one takes some tens of kilobytes. */
const FORMATTERS_KEPT = 500;

const dateFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: FORMATTERS_KEPT });
const years = new LRUCache<string, string>({ max: FORMATTERS_KEPT });
const numberFormats = new LRUCache<string, Intl.NumberFormat>({ max: FORMATTERS_KEPT });

/** A day without a time is the same day everywhere: no time zone moves it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A time with an offset or `Z`; one without has no place on the clock, so it stays as it is. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** 12.5 % stays 12.5 %, not 13 %. */
const PERCENT_DIGITS = 2;

export type DatePart = 'date' | 'time' | 'datetime';

/** `text` (ISO 8601) in words, or `text` itself when it is no date. */
export function formatDate(
  text: string,
  part: DatePart,
  style: Intl.DateTimeFormatOptions['dateStyle'] & string,
  locale: string,
  timezone: string,
): string {
  const day = DAY.test(text);
  if (!day && !INSTANT.test(text)) return text;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return text;
  return dateFormat(day ? 'date' : part, style, locale, day ? 'UTC' : timezone).format(instant);
}

/** The year of an instant in a time zone, in plain digits. Kept by the minute: no zone turns the year within one. */
export function yearOf(instant: string, timezone: string): string {
  const key = `${timezone}|${instant.slice(0, MINUTE_CHARACTERS)}|${instant.slice(-OFFSET_CHARACTERS)}`;
  let year = years.get(key);
  if (year === undefined) {
    year = dateFormat('year', 'short', 'en-u-ca-gregory-nu-latn', timezone).format(new Date(instant));
    years.set(key, year);
  }
  return year;
}

/** `2026-01-15T09:30`, and the offset at the end, which is `Z` after milliseconds or `+02:00`. */
const MINUTE_CHARACTERS = 16;
const OFFSET_CHARACTERS = 6;

/** `text` as a number, a share or money, or `text` itself when it is no number. */
export function formatNumber(
  text: string,
  style: 'number' | 'percent' | 'currency',
  currency: string | null,
  locale: string,
): string {
  if (!NUMBER.test(text)) return text;
  const key = `${locale}|${style}|${currency ?? ''}`;
  let format = numberFormats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, numberOptions(style, currency));
    numberFormats.set(key, format);
  }
  return format.format(Number(text));
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

function dateFormat(
  part: DatePart | 'year',
  style: Intl.DateTimeFormatOptions['dateStyle'] & string,
  locale: string,
  timezone: string,
): Intl.DateTimeFormat {
  const key = `${locale}|${timezone}|${part}|${style}`;
  let format = dateFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { ...dateOptions(part, style), timeZone: timezone });
    dateFormats.set(key, format);
  }
  return format;
}

function dateOptions(part: DatePart | 'year', style: Intl.DateTimeFormatOptions['dateStyle'] & string) {
  switch (part) {
    case 'date':
      return { dateStyle: style };
    case 'time':
      return { timeStyle: style };
    case 'datetime':
      return { dateStyle: style, timeStyle: 'short' } as const;
    case 'year':
      return { year: 'numeric' } as const;
  }
}
