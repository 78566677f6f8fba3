/**
 * Formats dates, numbers and money in a language and a time zone with `Intl` (docs/rules.md#dates-and-numbers).
 * Formatters are expensive to make, so they are cached.
 */
import { LRUCache } from 'lru-cache';
import { readTimestamp } from '../../src/ground/time/timestamp.ts';

/** Formatters in the cache, over all locales, time zones and styles; one takes tens of kilobytes. */
const FORMATTERS_KEPT = 300;
/** Results that each formatter remembers: a few hundred kilobytes at most. */
const RESULTS_KEPT = 1_000;

/** Dates, numbers and prices are short; a longer text is none, and not worth caching. */
const REMEMBERED_CHARACTERS = 40;
/** So are their results. `1e308` has three hundred digits, and some digits take two UTF-16 units. */
const RESULT_CHARACTERS = 100;

/** A longer text is no date and no number; fractions may have any number of digits. */
export const DATE_CHARACTERS = 100;
export const NUMBER_CHARACTERS = 400;

/** A day without a time is the same day in every time zone. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const BEGINS_WITH_DAY = /^\d{4}-\d{2}-\d{2}(?![\d-])/;
/** The blank between day and time in handwritten text. */
const SPACE_AFTER_DAY = /^(\d{4}-\d{2}-\d{2}) /;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** 12.5 % stays 12.5 % instead of 13 %. */
const PERCENT_DIGITS = 2;

/** Formats a value as text; a value that cannot be read stays unchanged. */
export type Format = (text: string) => string;
export type DateStyle = 'full' | 'long' | 'medium' | 'short';
/** `zoned`: as `medium`, with the name of the time zone behind it. */
export type DateTimeStyle = DateStyle | 'zoned';
export type DatePart = 'date' | 'time' | 'datetime';

// State of the process: a formatter is the same for everybody.
const formats = new LRUCache<string, Format>({ max: FORMATTERS_KEPT });

export function dateFormat(part: DatePart | 'year', style: DateTimeStyle, locale: string, timezone: string): Format {
  return kept(`${locale}|${timezone}|${part}|${style}`, () => {
    const dateStyle = style === 'zoned' ? 'medium' : style;
    const bare = inOnePiece(new Intl.DateTimeFormat(locale, { ...dateOptions(part, dateStyle), timeZone: timezone }));
    const instants = style === 'zoned' ? withZone(bare, locale, timezone) : bare;
    const days = inOnePiece(new Intl.DateTimeFormat(locale, { ...dateOptions('date', dateStyle), timeZone: 'UTC' }));
    return (text) => {
      if (text.length > DATE_CHARACTERS) return text;
      const day = DAY.test(text);
      if (namesNoDay(text)) return text;
      // A time without an offset names no instant, so it stays unchanged.
      const instant = day ? new Date(text) : readTimestamp(text.replace(SPACE_AFTER_DAY, '$1T'));
      if (instant === null || Number.isNaN(instant.getTime())) return text;
      return (day && part !== 'year' ? days : instants)(instant);
    };
  });
}

/**
 * What stays on one line: a day, its month and its year, as in November 24, 2026, and a time and its half of the day, as in
 * 9:30 AM. The space of the first is another one, for it may break in a narrow place (long-words.ts).
 */
const TOGETHER: Readonly<Record<string, string>> = {
  'day month': '\u00a0',
  'month day': '\u00a0',
  'day year': '\u00a0',
  'month year': '\u00a0',
  'hour dayPeriod': '\u202f',
  'minute dayPeriod': '\u202f',
  'dayPeriod hour': '\u202f',
};

/** Sets spaces that do not break where there are others; most languages have none there in most styles. */
function inOnePiece(formatter: Intl.DateTimeFormat): (instant: Date) => string {
  const joined = (instant: Date) => {
    const parts = formatter.formatToParts(instant);
    return parts
      .map(({ value }, at) => {
        const space = TOGETHER[`${parts[at - 1]?.type} ${parts[at + 1]?.type}`];
        return space === undefined ? value : value.replaceAll(' ', space);
      })
      .join('');
  };
  const anInstant = new Date(0);
  return joined(anInstant) === formatter.format(anInstant) ? (instant) => formatter.format(instant) : joined;
}

/** The name of a zone, such as UTC or GMT+1, is not part of the styles of `Intl`, which have it with seconds alone. */
function withZone(format: (instant: Date) => string, locale: string, timeZone: string): (instant: Date) => string {
  const zones = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone, timeZoneName: 'short' });
  return (instant) => {
    const zone = zones.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
    return zone === undefined ? format(instant) : `${format(instant)}\u00a0${zone}`;
  };
}

export type NumberStyle =
  | { readonly style: 'number' | 'percent' }
  | { readonly style: 'currency'; readonly currency: string };

export function numberFormat(locale: string, style: NumberStyle): Format {
  return kept(`${locale}|${style.style}|${style.style === 'currency' ? style.currency : ''}`, () => {
    const numbers = new Intl.NumberFormat(locale, numberOptions(style));
    return (text) => (text.length <= NUMBER_CHARACTERS && NUMBER.test(text) ? numbers.format(exact(text)) : text);
  });
}

/**
 * Digits stay as they are: a number of JavaScript has sixteen of them. With an exponent a short text has a result of any
 * length, so it is read as such a number.
 */
function exact(text: string): Intl.StringNumericLiteral | number {
  return /[eE]/.test(text) ? Number(text) : (text as Intl.StringNumericLiteral);
}

/** Whether the text begins with a day that no calendar has, such as 2026-02-30. */
export function namesNoDay(text: string): boolean {
  const [day] = BEGINS_WITH_DAY.exec(text) ?? [];
  if (day === undefined) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  // `Date` reads 30 February as 2 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, day.length) !== day;
}

/** Returns the year of an instant in a time zone, in plain digits. */
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

/** HTML and text show the same values, and prices and days recur: the last results are remembered. */
function remembering(format: Format): Format {
  const seen = new Map<string, string>();
  return (text) => {
    if (text.length > REMEMBERED_CHARACTERS) return format(text);
    const known = seen.get(text);
    if (known !== undefined) return known;
    const formatted = format(text);
    if (formatted.length > RESULT_CHARACTERS) return formatted;
    if (seen.size >= RESULTS_KEPT) seen.clear();
    seen.set(text, formatted);
    return formatted;
  };
}

/** No sign before what rounds to zero: `-€0.00` is no price. */
function numberOptions(style: NumberStyle): Intl.NumberFormatOptions {
  const signDisplay = 'negative';
  switch (style.style) {
    case 'number':
      return { signDisplay };
    case 'percent':
      return { signDisplay, style: 'percent', maximumFractionDigits: PERCENT_DIGITS };
    case 'currency':
      return { signDisplay, ...style };
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
