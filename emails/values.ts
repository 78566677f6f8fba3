/** What a tag's value is for one message. */

import { withoutControls } from './escape.ts';
import { applyFilters } from './filters.ts';
import { dateFormat, yearOf } from './format.ts';
import type { BoundTag, Condition, Each } from './pieces.ts';
import type { Source } from './sources.ts';

export interface TemplateValues {
  readonly event: Readonly<Record<string, unknown>>;
  readonly contact: { readonly email: string; readonly reference: string | null };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly system: {
    readonly workspace_name: string;
    readonly unsubscribe_url: string | null;
    /** ISO 8601 instant; `current_year` and `sent_on` are worked out from it. */
    readonly sent_on: string;
  };
}

export interface RenderOptions {
  readonly locale: string;
  readonly timezone: string;
  /** By tag, as `fallbacksOf` gives them: `'event.customer_name' -> 'friend'`. */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** An invisible image at the end of the body. */
  readonly openPixelUrl?: string;
}

/** One message being rendered: its values, the items of the repeats around the place, the tags that fell back. */
export interface Filling {
  readonly values: TemplateValues;
  readonly options: RenderOptions;
  readonly items: unknown[];
  readonly fellBack: string[];
}

/** Names that lead out of a value's own data; they never have a value. */
const NEVER = new Set(['__proto__', 'constructor', 'prototype']);

/** The value of a tag as text; nothing when it has neither value nor fallback, and noted when it has no value. */
export function fillTag({ source, filters }: BoundTag, filling: Filling): string {
  const { options } = filling;
  const value = noted(source, filling);
  if (value !== '') return filters.length === 0 ? shown(source, value, filling) : applyFilters(value, filters, options);
  const fallback = Object.hasOwn(options.fallbacks, source.name) ? asText(options.fallbacks[source.name]) : '';
  return fallback === '' ? '' : applyFilters(fallback, filters, options);
}

/** Whether `Intl` writes the value, in the language of the mail. */
export function isFormatted({ source, filters }: BoundTag): boolean {
  if (filters.length === 0) return source.root === 'system' && source.path[0] === 'sent_on';
  return filters.some(({ name }) => name !== 'upper' && name !== 'lower');
}

/** As `fillTag`, for the note alone. */
export function noteTag({ source }: BoundTag, filling: Filling): void {
  noted(source, filling);
}

function noted(source: Source, filling: Filling): string {
  const value = asText(lookUp(source, filling));
  if (value === '' && !filling.fellBack.includes(source.name)) filling.fellBack.push(source.name);
  return value;
}

export function itemsOf({ list, limit }: Each, filling: Filling): readonly unknown[] {
  const items = lookUp(list, filling);
  if (!Array.isArray(items)) return [];
  return limit === null || items.length <= limit ? items : items.slice(0, limit);
}

/** A list is present when it has items, everything else when it has a value; `false` and 0 are values. */
export function holds({ source, is, value }: Condition, filling: Filling): boolean {
  const found = lookUp(source, filling);
  switch (is) {
    case 'present':
      return isPresent(found);
    case 'absent':
      return !isPresent(found);
    case 'equals':
      return asText(found) === value;
    case 'not_equals':
      return asText(found) !== value;
  }
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return (typeof value === 'object' && value !== null) || asText(value) !== '';
}

function shown(source: Source, value: string, { options }: Filling): string {
  return source.root === 'system' && source.path[0] === 'sent_on'
    ? dateFormat('date', 'long', options.locale, options.timezone)(value)
    : value;
}

function asText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return withoutControls(value);
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}

function lookUp(source: Source, { values, options, items }: Filling): unknown {
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
