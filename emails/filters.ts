/** The filters of merge tags: what may be written, and how a value is formatted (decisions, section 5). */
import { formatDate, formatNumber } from './format.ts';

const STYLES = ['full', 'long', 'medium', 'short'] as const;
export type DateStyle = (typeof STYLES)[number];

export type Filter =
  | { readonly name: 'date' | 'time' | 'datetime'; readonly style: DateStyle }
  | { readonly name: 'number' | 'percent' | 'upper' | 'lower' }
  | { readonly name: 'currency'; readonly currency: string };

/** How values are formatted: the language of the texts, the time zone of the workspace. */
export interface Formatting {
  readonly locale: string;
  readonly timezone: string;
}

const WRITTEN = /^\s*([a-z_]+)\s*(?::\s*(?:"([^"]*)"|'([^']*)')\s*)?$/i;
const CURRENCY = /^[A-Z]{3}$/;
const DEFAULT_STYLE = { date: 'medium', time: 'short', datetime: 'medium' } as const;

/** `date: "long"` as a filter, or what is wrong with it. */
export function parseFilter(written: string): Filter | string {
  const match = WRITTEN.exec(written);
  if (match === null) return `\`|${written.slice(0, 80)}\` is not a filter.`;
  const name = match[1] ?? '';
  const argument = match[2] ?? match[3] ?? null;
  switch (name) {
    case 'date':
    case 'time':
    case 'datetime': {
      const style = argument === null ? DEFAULT_STYLE[name] : STYLES.find((known) => known === argument);
      return style === undefined ? `The filter \`${name}\` takes one of ${STYLES.join(', ')}.` : { name, style };
    }
    case 'number':
    case 'percent':
    case 'upper':
    case 'lower':
      return argument === null ? { name } : `The filter \`${name}\` takes no argument.`;
    case 'currency':
      return argument !== null && CURRENCY.test(argument)
        ? { name, currency: argument }
        : 'The filter `currency` takes a currency code in quotes, such as `currency: "EUR"`.';
    default:
      return `Unknown filter \`${name}\`.`;
  }
}

/** The value as text. A value that the filter cannot read (a word as a number) stays as it is. */
export function applyFilters(value: string, filters: readonly Filter[], formatting: Formatting): string {
  let text = value;
  for (const filter of filters) text = applyFilter(text, filter, formatting);
  return text;
}

function applyFilter(text: string, filter: Filter, formatting: Formatting): string {
  switch (filter.name) {
    case 'date':
    case 'time':
    case 'datetime':
      return formatDate(text, filter.name, filter.style, formatting.locale, formatting.timezone);
    case 'number':
    case 'percent':
      return formatNumber(text, filter.name, null, formatting.locale);
    case 'currency':
      return formatNumber(text, 'currency', filter.currency, formatting.locale);
    case 'upper':
      return text.toLocaleUpperCase(formatting.locale);
    case 'lower':
      return text.toLocaleLowerCase(formatting.locale);
  }
}
