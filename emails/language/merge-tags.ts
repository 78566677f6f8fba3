/** Merge tags in a text: `{{ event.customer_name | upper }}` (docs/rules.md#merge-tags). */
import { type Filter, parseFilter } from './filters.ts';
import { parsePath } from './parse-path.ts';

export interface Tag {
  /** As written: `['event', 'customer_name']`. */
  readonly path: readonly string[];
  readonly filters: readonly Filter[];
}

/** A text cut at its merge tags: constant texts and tags, in order, no constant empty. */
export type Parts<T = Tag> = readonly (string | T)[];

export interface ParsedText {
  readonly parts: Parts;
  /** Faults of the tags, for people; empty when there are none. `parts` leaves out faulty tags. */
  readonly faults: readonly string[];
}

/** Quotations in a message are cut here, so that an error never repeats a whole text. */
const QUOTED_CHARACTERS = 80;

/** Filters of one tag. */
const MAX_FILTERS = 10;
/** Faults reported for one text. */
const MAX_FAULTS = 10;

export function parseText(text: string): ParsedText {
  const parts: (string | Tag)[] = [];
  const faults: string[] = [];
  let at = 0;
  while (at < text.length && faults.length < MAX_FAULTS) {
    const open = text.indexOf('{{', at);
    if (open < 0) break;
    const close = text.indexOf('}}', open + 2);
    if (close < 0) {
      faults.push('A merge tag is opened with {{ and never closed with }}.');
      break;
    }
    if (open > at) parts.push(text.slice(at, open));
    const tag = parseTag(text.slice(open + 2, close));
    if (typeof tag === 'string') faults.push(tag);
    else parts.push(tag);
    at = close + 2;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { parts, faults };
}

function parseTag(body: string): Tag | string {
  const [head = '', ...rest] = body.split('|');
  const path = parsePath(head);
  if (path === null) return `\`{{${quote(body)}}}\` is not a merge tag.`;
  if (rest.length > MAX_FILTERS) return `A merge tag may have at most ${MAX_FILTERS} filters.`;
  const filters: Filter[] = [];
  for (const written of rest) {
    const filter = parseFilter(written);
    if (typeof filter === 'string') return filter;
    filters.push(filter);
  }
  return { path, filters };
}

export function quote(text: string): string {
  return text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
}
