/** The filters of merge tags (docs/rules.md#merge-tag-filters): their grammar, and how they format a value. */

import { COST, type WorkBudget } from '../render/work-budget.ts';
import { type CurrencyFilter, currencyFormat, parseCurrencyFilter } from './currency-filter.ts';
import {
  DATE_CHARACTERS,
  type DateStyle,
  type DateTimeStyle,
  dateFormat,
  type Format,
  NUMBER_CHARACTERS,
  namesNoDay,
  numberFormat,
} from './format.ts';
import { hint } from './hint.ts';
import type { Source } from './sources.ts';

const STYLES: readonly DateStyle[] = ['full', 'long', 'medium', 'short'];

/** `P`: a variable as it is written, or where its value is. */
export type Filter<P = readonly string[]> =
  | { readonly name: 'date' | 'time'; readonly style: DateStyle }
  | { readonly name: 'datetime'; readonly style: DateTimeStyle }
  | { readonly name: 'number' | 'percent' | 'upper' | 'lower' }
  | CurrencyFilter<P>;

/** Settings of formats: the language of the texts, the time zone of the workspace. */
export interface Formatting {
  readonly locale: string;
  readonly timezone: string;
}

/** The code of the currency in a variable; null where it has none. */
export type CurrencyOf = (from: Source) => string | null;

const NAMES: readonly Filter['name'][] = [
  'date',
  'time',
  'datetime',
  'number',
  'percent',
  'upper',
  'lower',
  'currency',
];

const WRITTEN = /^\s*([a-z_]+)\s*(?::\s*(?:"([^"]*)"|'([^']*)'|([\w.]+))\s*)?$/i;
const DEFAULT_STYLE = { date: 'medium', time: 'short', datetime: 'medium' } as const;

/** Parses a filter such as `date: "long"`; returns the message of its fault otherwise. */
export function parseFilter(written: string): Filter | string {
  const match = WRITTEN.exec(written);
  if (match === null) return `\`|${written.slice(0, 80)}\` is not a filter.`;
  const name = match[1] ?? '';
  const argument = match[2] ?? match[3] ?? null;
  const bare = match[4] ?? null;
  if (bare !== null && name !== 'currency') return `\`|${written.slice(0, 80)}\` is not a filter.`;
  switch (name) {
    case 'date':
    case 'time': {
      const style = argument === null ? DEFAULT_STYLE[name] : STYLES.find((known) => known === argument);
      return style === undefined ? `The filter \`${name}\` takes one of ${STYLES.join(', ')}.` : { name, style };
    }
    case 'datetime': {
      const styles: readonly DateTimeStyle[] = [...STYLES, 'zoned'];
      const style = argument === null ? DEFAULT_STYLE[name] : styles.find((known) => known === argument);
      return style === undefined ? `The filter \`${name}\` takes one of ${styles.join(', ')}.` : { name, style };
    }
    case 'number':
    case 'percent':
    case 'upper':
    case 'lower':
      return argument === null ? { name } : `The filter \`${name}\` takes no argument.`;
    case 'currency':
      return parseCurrencyFilter(argument, bare);
    default:
      return `Unknown filter \`${name}\`.${hint(name, NAMES)}`;
  }
}

/** Whether the filters would read a day that does not exist: there is no such value, rather than another day. */
export function readsNoDay(value: string, filters: readonly Pick<Filter, 'name'>[]): boolean {
  return filters.some(({ name }) => name === 'date' || name === 'time' || name === 'datetime') && namesNoDay(value);
}

/**
 * Returns the value as text. A value that the filter cannot read (a word as a number) stays unchanged.
 * @throws TemplateTooLarge
 */
export function applyFilters(
  value: string,
  filters: readonly Filter<Source>[],
  formatting: Formatting,
  work: WorkBudget,
  currencyOf: CurrencyOf,
): string {
  let text = value;
  for (const filter of filters) {
    work.spend(costOf(filter, text));
    text = (
      'from' in filter ? currencyFormat(currencyOf(filter.from), formatting.locale) : formatOf(filter, formatting)
    )(text);
    work.spend(text.length * COST.formattedPerCharacter);
  }
  return text;
}

function costOf({ name }: Pick<Filter, 'name'>, text: string): number {
  switch (name) {
    case 'date':
    case 'time':
    case 'datetime':
      return text.length > DATE_CHARACTERS ? 0 : COST.date;
    case 'number':
    case 'percent':
    case 'currency':
      return text.length > NUMBER_CHARACTERS ? 0 : COST.number;
    case 'upper':
    case 'lower':
      return text.length * COST.casePerCharacter;
  }
}

interface Bound {
  readonly locale: string;
  readonly timezone: string;
  readonly format: Format;
}

/** Filters whose format depends on no value. */
type Fixed = Exclude<Filter, { readonly from: unknown }>;

/** The last format of each filter: message after message asks for the same language and time zone. */
const lastBound = new WeakMap<Fixed, Bound>();

function formatOf(filter: Fixed, { locale, timezone }: Formatting): Format {
  const last = lastBound.get(filter);
  if (last !== undefined && last.locale === locale && last.timezone === timezone) return last.format;
  const format = bind(filter, locale, timezone);
  lastBound.set(filter, { locale, timezone, format });
  return format;
}

function bind(filter: Fixed, locale: string, timezone: string): Format {
  switch (filter.name) {
    case 'date':
    case 'time':
    case 'datetime':
      return dateFormat(filter.name, filter.style, locale, timezone);
    case 'number':
    case 'percent':
      return numberFormat(locale, { style: filter.name });
    case 'currency':
      return currencyFormat(filter.currency, locale);
    case 'upper':
      return (text) => text.toLocaleUpperCase(locale);
    case 'lower':
      return (text) => text.toLocaleLowerCase(locale);
  }
}
