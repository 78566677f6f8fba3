/**
 * The oracle of the compiler: the same components with the values themselves in place, so that React, not our
 * compiled slots, puts them on paper. Values are looked up, formatted and joined into links in the plainest way.
 */
import { Fragment, type ReactNode } from 'react';
import type { Ink } from '../../emails/ink.ts';
import type { BoundTag, Condition, Each } from '../../emails/pieces.ts';
import type { Source } from '../../emails/sources.ts';
import type { RenderOptions, TemplateValues } from '../../emails/values.ts';

export interface Message {
  readonly values: TemplateValues;
  readonly options: RenderOptions;
}

type Items = readonly unknown[];

export function valuesInk(message: Message, items: Items = []): Ink {
  const say = (tag: BoundTag) => tagText(tag, message, items);
  const joined = (parts: readonly (string | BoundTag)[]) =>
    parts.map((part) => (typeof part === 'string' ? part : say(part))).join('');
  return {
    text: (parts, lines) => {
      const pieces = parts.map((part) => ({
        text: typeof part === 'string' ? part : say(part),
        broken: lines && typeof part !== 'string',
      }));
      if (!pieces.some(({ text, broken }) => broken && /[\r\n]/.test(text)))
        return pieces.map(({ text }) => text).join('');
      return pieces.map(({ text, broken }, index) => (
        <Fragment key={index}>{broken ? withBreaks(text) : text}</Fragment>
      ));
    },
    attribute: joined,
    link: (parts, kind) => linkText(parts, say, kind),
    markup: (tag) => {
      const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
      return say(tag).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
    },
    repeat: (each, body) =>
      itemsOf(each, message, items).map((item, index) => (
        <Fragment key={index}>{body(valuesInk(message, [...items, item]))}</Fragment>
      )),
    when: (condition, body) => (holds(condition, message, items) ? body : null),
    raw: () => null,
  };
}

export function tagText({ source, filters }: BoundTag, { values, options }: Message, items: Items): string {
  const found = scalarText(lookUp(source, { values, options }, items));
  if (found === '' && options.fallbacks[source.name] === undefined) return '';
  let text = found === '' ? (options.fallbacks[source.name] ?? '') : found;
  if (source.name === 'system.sent_on' && filters.length === 0) {
    text = new Intl.DateTimeFormat(options.locale, { dateStyle: 'long', timeZone: options.timezone }).format(
      new Date(text),
    );
  }
  for (const filter of filters) {
    if (filter.name === 'upper') text = text.toLocaleUpperCase(options.locale);
    else if (filter.name === 'lower') text = text.toLocaleLowerCase(options.locale);
    else if (filter.name === 'number' || filter.name === 'percent' || filter.name === 'currency') {
      if (text.trim() === '' || text !== text.trim() || !Number.isFinite(Number(text)) || /[xob]/i.test(text)) continue;
      const format =
        filter.name === 'currency'
          ? ({ style: 'currency', currency: filter.currency } as const)
          : filter.name === 'percent'
            ? ({ style: 'percent', maximumFractionDigits: 2 } as const)
            : {};
      text = new Intl.NumberFormat(options.locale, format).format(Number(text));
    } else {
      const day = /^\d{4}-\d\d-\d\d$/.test(text);
      if (!day && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) continue;
      const format: Intl.DateTimeFormatOptions =
        day || filter.name === 'date'
          ? { dateStyle: filter.style }
          : filter.name === 'time'
            ? { timeStyle: filter.style }
            : { dateStyle: filter.style, timeStyle: 'short' };
      text = new Intl.DateTimeFormat(options.locale, { ...format, timeZone: day ? 'UTC' : options.timezone }).format(
        new Date(text),
      );
    }
  }
  return text;
}

export function linkText(
  parts: readonly (string | BoundTag)[],
  say: (tag: BoundTag) => string,
  kind: 'href' | 'src',
): string {
  let link = '';
  for (const part of parts) {
    if (typeof part === 'string') link += part;
    else if (link === '') link += say(part);
    else if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(link)) link += encodeURIComponent(say(part)).replace(/%3A/g, ':');
    else if (/[?#]/.test(link)) link += encodeURIComponent(say(part));
    else link += encodeURI(say(part)).replace(/\?/g, '%3F').replace(/#/g, '%23');
  }
  const clean = link
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .trim()
    .replace(/[\s"<>\\^`{|}]/g, (c) => encodeURIComponent(c));
  const allowed = kind === 'src' ? /^https:\/\/[^/?#]/i : /^(https?:\/\/[^/?#]|mailto:|tel:)/i;
  return allowed.test(clean) ? clean : kind === 'href' ? '#' : '';
}

export function itemsOf({ list, limit }: Each, message: Message, items: Items): Items {
  const found = lookUp(list, message, items);
  return Array.isArray(found) ? found.slice(0, limit ?? found.length) : [];
}

export function holds({ source, is, value }: Condition, message: Message, items: Items): boolean {
  const found = lookUp(source, message, items);
  const present = Array.isArray(found)
    ? found.length > 0
    : found !== undefined && found !== null && (typeof found === 'object' || scalarText(found) !== '');
  if (is === 'present') return present;
  if (is === 'absent') return !present;
  return (scalarText(found) === value) === (is === 'equals');
}

function lookUp({ root, depth, path }: Source, { values, options }: Message, items: Items): unknown {
  if (root === 'system' && path[0] === 'current_year') {
    return new Date(values.system.sent_on).toLocaleDateString('en-GB', { year: 'numeric', timeZone: options.timezone });
  }
  let found: unknown = root === 'item' ? items[depth] : values[root];
  for (const name of path) {
    if (['__proto__', 'constructor', 'prototype'].includes(name)) return undefined;
    const own = typeof found === 'object' && found !== null ? Object.getOwnPropertyDescriptor(found, name) : undefined;
    found = own?.value;
  }
  return found;
}

function scalarText(value: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  return [...text].filter((c) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(c)).join('');
}

function withBreaks(text: string): ReactNode {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
