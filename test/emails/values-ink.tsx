/**
 * The oracle of the compiler: the same components with the values themselves in place, so that React, not our
 * compiled slots, puts them on paper. Values are looked up, formatted and joined into links in the plainest way.
 */
import { createElement, Fragment, type ReactNode } from 'react';
import type { Ink } from '../../emails/compile/ink.ts';
import type { BoundTag, BranchCondition, Condition, Each } from '../../emails/compile/pieces.ts';
import type { Filter } from '../../emails/language/filters.ts';
import type { Source } from '../../emails/language/sources.ts';
import { MadeFiles } from '../../emails/made/made-files.ts';
import type { ReadText } from '../../emails/read/read-text.ts';
import type { RenderOptions, TemplateValues } from '../../emails/render/values.ts';

export interface Message {
  readonly values: TemplateValues;
  readonly options: RenderOptions;
}

type Items = readonly unknown[];

export function valuesInk(message: Message, direction: 'ltr' | 'rtl', items: Items = [], narrow = false): Ink {
  const say = (tag: BoundTag) => tagText(tag, message, items);
  /** In a narrow place a date may break between its day and its month. */
  const show = (tag: BoundTag) => {
    const ends = [...tag.filters.map(({ name }) => name), tag.source.name];
    const isDate = ends.some((name) => ['date', 'time', 'datetime', 'system.sent_on'].includes(name));
    return narrow && isDate ? say(tag).replaceAll('\u00a0', ' ') : say(tag);
  };
  const joined = (parts: readonly (string | BoundTag)[]) =>
    parts.map((part) => (typeof part === 'string' ? part : say(part))).join('');
  return {
    text: (parts, lines) => {
      const pieces = parts.map((part) => {
        const style =
          narrow && isLong(typeof part === 'string' ? part : show(part)) ? { wordBreak: 'break-word' as const } : null;
        if (typeof part === 'string') return style === null ? part : createElement('span', { style }, part);
        const text = show(part);
        const written = lines && /[\r\n]/.test(text) ? withBreaks(text) : text;
        const dir = setApart(part, text, direction);
        if (dir === null && style === null) return written;
        return createElement('span', { ...(dir && { dir }), ...(style && { style }) }, written);
      });
      if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
      return pieces.map((piece, index) => numbered(index, piece));
    },
    boxes: (parts, box) =>
      parts.map((part, index) => {
        const text = typeof part === 'string' ? part : say(part);
        const each = text.length > 12 ? text : [...text].map((c, n) => numbered(n, /\s/.test(c) ? ' ' : box(c)));
        return numbered(index, each);
      }),
    bare: joined,
    attribute: joined,
    link: (parts, kind) => linkText(parts, say, kind),
    code: (written) => {
      const text = chosenText(written, message, items);
      const said =
        text.kind === 'href'
          ? (linkText(text.parts, say, 'href') ?? '')
          : text.kind === 'plain'
            ? joined(text.parts)
            : '';
      return new MadeFiles(false).addressOfCode(said) ?? undefined;
    },
    calendar: () => null,
    markup: (tag) => {
      const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
      const written = show(tag).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
      return narrow && isLong(show(tag)) ? `<span style="word-break:break-word">${written}</span>` : written;
    },
    repeat: (each, body) =>
      itemsOf(each, message, items).map((item, index) =>
        numbered(index, body(valuesInk(message, direction, [...items, item], narrow))),
      ),
    when: (condition, body) => (holds(condition, message, items) ? body : null),
    whenBare: (conditions, body) => (conditions.every((each) => holds(each, message, items)) ? body : ''),
    block: (body) => body(),
    narrow: () => valuesInk(message, direction, items, true),
    raw: () => null,
  };
}

/** Seventeen characters that no line can break between. */
function isLong(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they end a word
  return /[^\u0000-\u0020\u2e80-\ufaff]{17}/.test(text);
}

/** Which way a value has to be told to run among words that run `direction`, letter by letter. */
function setApart({ source, filters }: BoundTag, text: string, direction: 'ltr' | 'rtl'): 'ltr' | 'rtl' | null {
  const letters = [...text].flatMap((character) => {
    if (character === '\u200e') return ['ltr' as const];
    const rightToLeft = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
    if (character === '\u200f' || character === '\u061c') return ['rtl' as const];
    if (!/\p{L}/u.test(character)) return rightToLeft.test(character) ? ['neither' as const] : [];
    return [rightToLeft.test(character) ? ('rtl' as const) : ('ltr' as const)];
  });
  const first = letters.find((letter) => letter !== 'neither') ?? null;
  const open = /[\u202a-\u202e\u2066-\u2069]/.test(text);
  if (direction === 'ltr') return open || letters.some((letter) => letter !== 'ltr') ? (first ?? 'ltr') : null;
  if (open || letters.includes('ltr')) return first ?? 'ltr';
  const byIntl = filters.some(({ name }) => !['upper', 'lower'].includes(name));
  const plain = byIntl || (source.name === 'system.sent_on' && filters.length === 0) || /^\d*$/.test(text);
  return first === 'rtl' || plain ? null : 'ltr';
}

export function tagText({ source, filters }: BoundTag, message: Message, items: Items): string {
  const { options } = message;
  const found = scalarText(lookUp(source, message, items));
  const isLost = filters.some(({ name }) => /^date|^time$/.test(name)) && namesNoDay(found);
  const text = found.trim() === '' || isLost ? (options.fallbacks[source.name] ?? '') : found;
  if (text !== '' && source.name === 'system.sent_on' && filters.length === 0) {
    return held(new Date(text).toLocaleDateString(options.locale, { dateStyle: 'long', timeZone: options.timezone }));
  }
  if (text === '') return '';
  return filters.reduce((so, filter) => {
    if (!('from' in filter)) return filtered(so, filter, options);
    const code = [scalarText(lookUp(filter.from, message, items)), options.fallbacks[filter.from.name] ?? '']
      .map((each) => each.trim().toUpperCase())
      .find((each) => /^[A-Z]{3}$/.test(each));
    return filtered(so, code === undefined ? { name: 'number' } : { name: 'currency', currency: code }, options);
  }, text);
}

/** Days by the calendar's own arithmetic: no `Date` is asked. */
function namesNoDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)(?![\d-])/.exec(text) ?? []).map(Number);
  if (!/^\d{4}-\d\d-\d\d(?![\d-])/.test(text)) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day < 1 || day > days;
}

function filtered(
  text: string,
  filter: Exclude<Filter, { readonly from: unknown }>,
  { locale, timezone }: RenderOptions,
): string {
  switch (filter.name) {
    case 'upper':
      return text.toLocaleUpperCase(locale);
    case 'lower':
      return text.toLocaleLowerCase(locale);
    case 'number':
      return isNumber(text) ? new Intl.NumberFormat(locale, { signDisplay: 'negative' }).format(amount(text)) : text;
    case 'percent':
      return isNumber(text)
        ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, signDisplay: 'negative' }).format(
            amount(text),
          )
        : text;
    case 'currency':
      return isNumber(text)
        ? new Intl.NumberFormat(locale, {
            style: 'currency',
            currency: filter.currency,
            signDisplay: 'negative',
          }).format(amount(text))
        : text;
    case 'date':
    case 'time':
    case 'datetime': {
      const day = /^\d{4}-\d\d-\d\d$/.test(text);
      if (!day && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
      const date = new Date(text);
      if (Number.isNaN(date.getTime())) return text;
      const dateStyle = filter.style === 'zoned' ? 'medium' : filter.style;
      if (day) return held(date.toLocaleDateString(locale, { dateStyle, timeZone: 'UTC' }));
      if (filter.name === 'date')
        return held(date.toLocaleDateString(locale, { dateStyle: filter.style, timeZone: timezone }));
      if (filter.name === 'time')
        return held(date.toLocaleTimeString(locale, { timeStyle: filter.style, timeZone: timezone }));
      if (filter.style !== 'zoned')
        return held(date.toLocaleString(locale, { dateStyle: filter.style, timeStyle: 'short', timeZone: timezone }));
      return `${held(date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }))}\u00a0${zoneOf(date, locale, timezone)}`;
    }
  }
}

/** The last word of a time that has its zone. */
function zoneOf(date: Date, locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(date);
  return parts
    .filter(({ type }) => type === 'timeZoneName')
    .map(({ value }) => value)
    .join('');
}

/** A day, its month and its year on one line, as they are written here: 15. Januar 2026, January 15, 2026; so are a time and its AM. */
function held(text: string): string {
  return text
    .replace(/(?<![:\d])(\d{1,2}\.?) (?=\p{L}{3,})/gu, '$1\u00a0')
    .replace(/(\p{L}{3,}\.?) (?=\d{4}\b)/gu, '$1\u00a0')
    .replace(/(\p{L}{3,}\.?) (\d{1,2},) (?=\d{4}\b)/gu, '$1\u00a0$2\u00a0')
    .replace(/(?<=\d) (?=[AP]M\b)/g, '\u202f');
}

/** Digits as they are; with an exponent as JavaScript reads them. */
function amount(text: string): number | Intl.StringNumericLiteral {
  return /e/i.test(text) ? Number(text) : (text as Intl.StringNumericLiteral);
}

function isNumber(text: string): boolean {
  return /^[-+]?[0-9]*\.?[0-9]*(e[-+]?[0-9]+)?$/i.test(text) && /[0-9]/.test(text) && Number.isFinite(Number(text));
}

export function linkText(
  parts: readonly (string | BoundTag)[],
  say: (tag: BoundTag) => string,
  kind: 'href' | 'src',
): string | undefined {
  let link = '';
  for (const part of parts) {
    if (typeof part === 'string') link += part;
    else if (link === '') link += say(part);
    else if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(link)) link += encodeURIComponent(say(part)).replace(/%3A/g, ':');
    else if (/[?#]/.test(link)) link += encodeURIComponent(say(part));
    else link += encodeURI(say(part)).replace(/\?/g, '%3F').replace(/#/g, '%23');
  }
  const clean = link
    .replace(/\p{Cc}/gu, '')
    .trim()
    .replace(/[\s"<>\\^`{|}]/g, (c) => encodeURIComponent(c));
  const allowed = kind === 'src' ? /^https:\/\/[^/?#]/i : /^(https?:\/\/[^/?#]|mailto:|tel:)/i;
  return allowed.test(clean) ? clean : undefined;
}

export function itemsOf({ list, limit }: Each, message: Message, items: Items): Items {
  const found = lookUp(list, message, items);
  return Array.isArray(found) ? found.slice(0, limit ?? found.length) : [];
}

export function holds(condition: Condition, message: Message, items: Items): boolean {
  const found = lookUp(condition.source, message, items);
  if (condition.is === 'chosen') return chosenBy(condition, scalarText(found), message.options) === condition.key;
  const present = Array.isArray(found)
    ? found.length > 0
    : found !== undefined && found !== null && (typeof found === 'object' || scalarText(found).trim() !== '');
  if (condition.is === 'present') return present;
  if (condition.is === 'absent') return !present;
  return (scalarText(found) === condition.value) === (condition.is === 'equals');
}

/** Straight from the languages' own rules. */
function chosenBy({ source, of, locale }: BranchCondition, found: string, { fallbacks }: RenderOptions): string {
  const text = (found.trim() === '' ? (fallbacks[source.name] ?? '') : found).trim();
  const has = (key: string) => (of.keys.includes(key) ? key : 'other');
  if (of.by === 'select') return has(text);
  if (!isNumber(text)) return 'other';
  const exact = of.keys.find((key) => /^=/.test(key) && Number(key.slice(1)) === Number(text));
  const type = of.by === 'plural' ? 'cardinal' : 'ordinal';
  return exact ?? has(new Intl.PluralRules(locale, { type }).select(Number(text)));
}

/** A text that holds no choices any more: those of its variants that the values choose. */
export function chosenText(text: ReadText, message: Message, items: Items): ReadText {
  const { alternatives } = text;
  if (alternatives === undefined) return text;
  const found = alternatives.find(({ conditions }) => conditions.every((each) => holds(each, message, items)));
  if (found === undefined) throw new Error('No variant is chosen');
  return found.text;
}

function lookUp({ root, depth, path }: Source, { values, options }: Message, items: Items): unknown {
  if (root === 'system' && path[0] === 'current_year') {
    return new Date(values.system.sent_on).toLocaleDateString('en-GB', { year: 'numeric', timeZone: options.timezone });
  }
  let found: unknown = root === 'item' ? items[depth] : root === 'brand' ? undefined : values[root];
  for (const name of path) {
    if (['__proto__', 'constructor', 'prototype'].includes(name)) return undefined;
    const own = typeof found === 'object' && found !== null ? Object.getOwnPropertyDescriptor(found, name) : undefined;
    found = own?.value;
  }
  return found;
}

function scalarText(value: unknown): string {
  const text = typeof value === 'number' ? inDigits(value) : typeof value === 'object' ? '' : String(value ?? '');
  return [...text].filter((c) => /[\t\n\r\u0080-\u009f]/.test(c) || !/\p{Cc}/u.test(c)).join('');
}

/** As many digits as the shortest spelling has, without an exponent. */
function inDigits(value: number): string {
  const digits = String(value).replace(/e.*/, '').replace(/\D/g, '').length;
  if (!String(value).includes('e')) return String(value);
  return value.toLocaleString('en', { maximumSignificantDigits: digits, useGrouping: false });
}

function withBreaks(text: string): ReactNode {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => numbered(index, index === 0 ? line : [<br key="break" />, line]));
}

/** The oracle renders once, so a place in a list is as good a key as any. */
function numbered(index: number, node: ReactNode): ReactNode {
  return <Fragment key={index}>{node}</Fragment>;
}
