/** Dates, numbers and money in a language and a time zone, by `Intl`; its formatters are dear, so they are kept. */
import { LRUCache } from 'lru-cache';

/** Formatters kept, over all locales, time zones and styles; one takes some tens of kilobytes. */
const FORMATTERS_KEPT = 500;

/** Results that each of them remembers. */
const RESULTS_KEPT = 200;

type Format = (text: string) => string;
type DateStyle = Intl.DateTimeFormatOptions['dateStyle'] & string;

const formats = new LRUCache<string, Format>({ max: FORMATTERS_KEPT });

/** A day without a time is the same day everywhere: no time zone moves it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A time with an offset or `Z`; one without has no place on the clock, so it stays as it is. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** 12.5 % stays 12.5 %, not 13 %. */
const PERCENT_DIGITS = 2;

export type DatePart = 'date' | 'time' | 'datetime';

/** `text` (ISO 8601) in words, or `text` itself when it is no date. */
export function formatDate(text: string, part: DatePart, style: DateStyle, locale: string, timezone: string): string {
  const day = DAY.test(text);
  if (!day && !INSTANT.test(text)) return text;
  return day ? dateFormat('date', style, locale, 'UTC')(text) : dateFormat(part, style, locale, timezone)(text);
}

/** The year of an instant in a time zone, in plain digits. */
export function yearOf(instant: string, timezone: string): string {
  return dateFormat('year', 'short', 'en-u-ca-gregory-nu-latn', timezone)(instant);
}

/** `text` as a number, a share or money, or `text` itself when it is no number. */
export function formatNumber(
  text: string,
  style: 'number' | 'percent' | 'currency',
  currency: string | null,
  locale: string,
): string {
  if (!NUMBER.test(text)) return text;
  const key = `${locale}|${style}|${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    const intl = new Intl.NumberFormat(locale, numberOptions(style, currency));
    format = remembering((written) => intl.format(Number(written)));
    formats.set(key, format);
  }
  return format(text);
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

function dateFormat(part: DatePart | 'year', style: DateStyle, locale: string, timezone: string): Format {
  const key = `${locale}|${timezone}|${part}|${style}`;
  let format = formats.get(key);
  if (format === undefined) {
    const intl = new Intl.DateTimeFormat(locale, { ...dateOptions(part, style), timeZone: timezone });
    format = remembering((written) => {
      const instant = new Date(written);
      return Number.isNaN(instant.getTime()) ? written : intl.format(instant);
    });
    formats.set(key, format);
  }
  return format;
}

/** HTML and text show the same values, and prices and days come again: the last ones are not formatted anew. */
function remembering(format: Format): Format {
  const seen = new Map<string, string>();
  return (text) => {
    const known = seen.get(text);
    if (known !== undefined) return known;
    if (seen.size >= RESULTS_KEPT) seen.clear();
    const formatted = format(text);
    seen.set(text, formatted);
    return formatted;
  };
}

function dateOptions(part: DatePart | 'year', style: DateStyle) {
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
