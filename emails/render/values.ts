/** The value of a tag in one message (docs/rules.md#fallbacks, docs/rules.md#conditions). */

import type { BoundTag, BranchCondition, Condition, Each } from '../compile/pieces.ts';
import type { Brand } from '../document/brand.ts';
import { chosenKey } from '../language/chosen-key.ts';
import { currencyCode } from '../language/currency-filter.ts';
import { hasControls, isControl, withoutControls } from '../language/escape.ts';
import { applyFilters, type CurrencyOf, readsNoDay } from '../language/filters.ts';
import { DATE_CHARACTERS, dateFormat, yearOf } from '../language/format.ts';
import { plainNumber } from '../language/plain-number.ts';
import type { Source } from '../language/sources.ts';
import { COST, type WorkBudget } from './work-budget.ts';

export interface TemplateValues {
  readonly event: Readonly<Record<string, unknown>>;
  readonly contact: { readonly email: string; readonly reference: string | null };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly system: {
    readonly workspace_name: string;
    readonly unsubscribe_url: string | null;
    /** ISO 8601 instant; `current_year` and `sent_on` are formatted from it. */
    readonly sent_on: string;
  };
}

export interface RenderOptions {
  readonly locale: string;
  readonly timezone: string;
  /** By tag, as returned by `fallbacksOf`: `'event.customer_name' -> 'friend'`. */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** An invisible image at the end of the body. */
  readonly openPixelUrl?: string;
  /** Whether pictures that are made of values are files of the mail; else they stand in the HTML itself, as browsers show them. */
  readonly attachesPictures?: boolean;
}

/**
 * The state of rendering one message: its values, the items of the repeats around the place, the tags that fell back.
 */
export interface Filling {
  readonly values: TemplateValues;
  readonly options: RenderOptions;
  readonly brand: Brand | null;
  readonly items: unknown[];
  readonly fellBack: Set<string>;
  readonly work: WorkBudget;
  /** By `currencyIn` of this filling. */
  readonly currencyOf: CurrencyOf;
}

const DATES: readonly string[] = ['date', 'time', 'datetime'];

/** Names that would leave a value's own data; they never have a value. */
const NEVER = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the value of a tag as text, else its fallback, else an empty text; notes a tag without a value. */
export function fillTag({ source, filters }: BoundTag, filling: Filling): string {
  const { options, work, currencyOf } = filling;
  const value = cleaned(lookUp(source, filling), work);
  if (value.trim() !== '' && !readsNoDay(value, filters)) {
    return filters.length === 0
      ? shown(source, value, filling)
      : applyFilters(value, filters, options, work, currencyOf);
  }
  filling.fellBack.add(source.name);
  const fallback = cleaned(fallbackOf(source, options), work);
  return fallback === '' ? '' : applyFilters(fallback, filters, options, work, currencyOf);
}

function fallbackOf(source: Source, { fallbacks }: RenderOptions): string {
  return Object.hasOwn(fallbacks, source.name) ? (fallbacks[source.name] ?? '') : '';
}

/**
 * Returns the currency in a variable, else that of its fallback, else null; notes the variable where it has none, which a
 * value that is no code has not.
 */
export function currencyIn(from: Source, filling: Filling): string | null {
  const { options, fellBack, work } = filling;
  const own = currencyCode(cleaned(lookUp(from, filling), work));
  if (own !== null) return own;
  fellBack.add(from.name);
  return currencyCode(cleaned(fallbackOf(from, options), work));
}

/** Whether the text of a tag is a date or a time, as a filter writes it. */
export function isDate({ source, filters }: BoundTag): boolean {
  return source.name === 'system.sent_on' || filters.some(({ name }) => DATES.includes(name));
}

/** Whether `Intl` writes the value, in the language of the mail. */
export function isFormatted({ source, filters }: BoundTag): boolean {
  if (filters.length === 0) return source.root === 'system' && source.path[0] === 'sent_on';
  return filters.some(({ name }) => name !== 'upper' && name !== 'lower');
}

/** Like `fillTag`, but only notes a tag without a value. */
export function noteTag({ source, filters }: BoundTag, filling: Filling): void {
  const value = lookUp(source, filling);
  const mayBeLost = filters.length > 0 && typeof value === 'string' && value.length <= DATE_CHARACTERS;
  const isLost = !hasText(value, filling.work) || (mayBeLost && readsNoDay(withoutControls(value), filters));
  if (isLost) filling.fellBack.add(source.name);
  if (isLost && withoutControls(fallbackOf(source, filling.options)) === '') return;
  for (const filter of filters) if ('from' in filter) filling.currencyOf(filter.from);
}

export function itemsOf({ list, limit }: Each, filling: Filling): readonly unknown[] {
  const items = lookUp(list, filling);
  if (!Array.isArray(items)) return [];
  return limit === null || items.length <= limit ? items : items.slice(0, limit);
}

/** A list is present when it has items, any other value when it has text; `false` and 0 are values. */
export function holds(condition: Condition, filling: Filling): boolean {
  const found = lookUp(condition.source, filling);
  switch (condition.is) {
    case 'chosen':
      return chooses(condition, found, filling);
    case 'present':
      return isPresent(found, filling.work);
    case 'absent':
      return !isPresent(found, filling.work);
    case 'equals':
      return reads(found, condition.value, filling.work);
    case 'not_equals':
      return !reads(found, condition.value, filling.work);
  }
}

/** A value that is absent chooses as its fallback does. */
function chooses({ source, key, of, locale }: BranchCondition, found: unknown, { options, work }: Filling): boolean {
  const value = cleaned(found, work);
  work.spend(COST.number);
  return chosenKey(of, value.trim() === '' ? fallbackOf(source, options) : value, locale) === key;
}

function isPresent(value: unknown, work: WorkBudget): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return (typeof value === 'object' && value !== null) || hasText(value, work);
}

/** Whether a value has characters other than blanks and control characters; reads up to the first. */
function hasText(value: unknown, work: WorkBudget): boolean {
  if (typeof value !== 'string') return asText(value) !== '';
  let at = 0;
  while (at < value.length && isUnseen(value.charCodeAt(at))) at += 1;
  work.spend((at + 1) * COST.comparePerCharacter);
  return at < value.length;
}

/** A control character, or a blank as `trim` takes it. */
function isUnseen(code: number): boolean {
  return isControl(code) || code <= 0x20 || (code >= 0xa0 && String.fromCharCode(code).trim() === '');
}

/** Whether a value, without its control characters, is `text`; reads no more than necessary. */
function reads(value: unknown, text: string, work: WorkBudget): boolean {
  if (typeof value !== 'string') return asText(value) === text;
  if (value.length < text.length) return false;
  work.spend(text.length * COST.equalsPerCharacter);
  if (value.startsWith(text)) return afterControls(value, text.length, work) === value.length;
  if (!hasControls(value.slice(0, text.length))) return false;
  let same = 0;
  for (let at = 0; ; at += 1, same += 1) {
    at = afterControls(value, at, work);
    if (at === value.length || same === text.length) return at === value.length && same === text.length;
    if (value.charCodeAt(at) !== text.charCodeAt(same)) return false;
  }
}

/**
 * Returns the position of the first character from `at` on that is no control character; the end when there is none.
 */
function afterControls(value: string, at: number, work: WorkBudget): number {
  let end = at;
  while (end < value.length && isControl(value.charCodeAt(end))) end += 1;
  work.spend((end - at + 1) * COST.comparePerCharacter);
  return end;
}

function shown(source: Source, value: string, { options }: Filling): string {
  return source.root === 'system' && source.path[0] === 'sent_on'
    ? dateFormat('date', 'long', options.locale, options.timezone)(value)
    : value;
}

function cleaned(value: unknown, work: WorkBudget): string {
  const text = asText(value);
  work.spend(text.length * COST.cleanPerCharacter);
  return withoutControls(text);
}

function asText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return plainNumber(value);
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}

function lookUp(source: Source, { values, options, brand, items }: Filling): unknown {
  switch (source.root) {
    case 'event':
      return below(values.event, source.path);
    case 'item':
      return below(items[source.depth], source.path);
    case 'contact':
      return below(values.contact, source.path);
    case 'attributes':
      return below(values.attributes, source.path);
    case 'system':
      return source.path[0] === 'current_year'
        ? yearOf(values.system.sent_on, options.timezone)
        : below(values.system, source.path);
    case 'brand':
      return below(brand, source.path);
  }
}

function below(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || NEVER.has(name) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
