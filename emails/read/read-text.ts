/** Reads one text of a template: resolves its tags at their place, and separates its marks and items. */

import type { BoundTag, BranchCondition } from '../compile/pieces.ts';
import { NestedTooDeep, sanitiseHtml } from '../compile/sanitise-html.ts';
import type { TextSlot } from '../document/block.ts';
import { MAX_HTML_DEPTH, MAX_HTML_TAGS } from '../document/composition.ts';
import { choiceAt } from '../language/choice-region.ts';
import { type Variants, variantsOf } from '../language/choices.ts';
import type { Filter } from '../language/filters.ts';
import { parseInline } from '../language/inline-marks.ts';
import { countOf, type Inline, linksOf } from '../language/inline-node.ts';
import { type LinkKind, mayBegin } from '../language/links.ts';
import { type Parts, parseText } from '../language/merge-tags.ts';
import { resolve, type Scope, type Source } from '../language/sources.ts';

type Content =
  | { readonly kind: 'plain' | 'html' | 'href' | 'src'; readonly parts: Parts<BoundTag> }
  | { readonly kind: 'inline'; readonly nodes: readonly Inline<BoundTag>[] }
  /** Each line a text of its own. */
  | { readonly kind: 'items'; readonly items: readonly ReadText[] };

/** One of the texts that a text with choices is (docs/rules.md#plurals-and-choices). */
export interface Alternative {
  readonly conditions: readonly BranchCondition[];
  readonly text: ReadText;
}

export type ReadText = Content & {
  readonly tags: readonly BoundTag[];
  /** Set for a text with choices, of which one is shown; its own content is that of the last. */
  readonly alternatives?: readonly Alternative[];
};

export interface TextReading {
  readonly text: ReadText;
  /** Merge tags, marks and line breaks. */
  readonly parts: number;
  /** For people; empty when the text has no fault. */
  readonly faults: readonly string[];
}

const LINE = /\r\n|\r|\n/;

/** Where a text stands. */
export interface TextPlace {
  readonly scope: Scope;
  /** Language of the text, by whose rules it chooses between its plurals. */
  readonly locale: string;
  /** Returns the end of a sentence that names the variable which an unknown one was meant to be. */
  readonly suggest?: (name: string) => string;
}

export function readText(kind: TextSlot['kind'], value: string, place: TextPlace): TextReading {
  const variants = kind === 'plain' || kind === 'inline' ? variantsOf(value) : null;
  if (variants !== null) return readVariants(kind, variants, place);
  if (kind === 'items' && choiceAt(value, 0) !== null) return readItems(value, place);
  const { scope, suggest = () => '' } = place;
  const faults: string[] = [];
  if (value.includes('\u0000') || !value.isWellFormed())
    faults.push('This text holds characters that cannot be stored.');
  const parts = bind(value, scope, faults, suggest);
  const content = contentOf(kind, value, parts, scope);
  for (const [link, parts] of linksIn(content)) if (!mayLink(parts, link)) faults.push(LINK_FAULT[link]);
  if (kind === 'html' && faults.length === 0) faults.push(...htmlFaults(value, parts));
  const tags = parts.filter((part) => typeof part !== 'string');
  return { text: { ...content, tags }, faults, parts: tags.length + marksIn(content) };
}

/** Each line chooses for itself. */
function readItems(value: string, place: TextPlace): TextReading {
  const readings = linesOf(value).map((line) => readText('inline', line, place));
  const items = readings.map(({ text }) => text);
  return {
    text: { kind: 'items', items, tags: items.flatMap(({ tags }) => tags) },
    parts: readings.reduce((sum, { parts }) => sum + 1 + parts, 0),
    faults: [...new Set(readings.flatMap(({ faults }) => faults))],
  };
}

/** Each variant is read like a text of its own. */
function readVariants(kind: TextSlot['kind'], { variants, faults: found }: Variants, place: TextPlace): TextReading {
  const faults = new Set(found);
  const selectors = new Map<string, BoundTag>();
  const readings = variants.map(({ chosen, text }) => {
    const conditions = chosen.flatMap(({ selector, key }) => {
      const source = resolve(selector.path, place.scope);
      const name = selector.path.join('.');
      if (source === null) faults.add(unknownVariable(name) + (place.suggest?.(name) ?? ''));
      if (source === null) return [];
      selectors.set(name, { source, filters: [] });
      const { by, keys } = selector;
      return [{ source, is: 'chosen' as const, key, of: { by, keys }, locale: place.locale }];
    });
    return { conditions, reading: readText(kind, text, place) };
  });
  for (const { reading } of readings) for (const fault of reading.faults) faults.add(fault);
  const alternatives = readings.map(({ conditions, reading }) => ({ conditions, text: reading.text }));
  const last = alternatives.at(-1)?.text ?? readText(kind, '', place).text;
  const tags = [...selectors.values(), ...alternatives.flatMap(({ text }) => text.tags)];
  return {
    text: { ...last, tags, alternatives },
    parts: readings.reduce((sum, { reading }) => sum + reading.parts + 1, 0),
    faults: [...faults],
  };
}

/**
 * Sanitising takes as long as a hundred other texts, so only markup with merge tags or with many elements is sanitised.
 */
function htmlFaults(value: string, parts: Parts<BoundTag>): readonly string[] {
  const tags = value.split('<', MAX_HTML_TAGS + 2).length - 1;
  if (tags > MAX_HTML_TAGS) return [TAGS_FAULT];
  const mayBeDeep = tags > MAX_HTML_DEPTH;
  if (!mayBeDeep && parts.every((part) => typeof part === 'string')) return [];
  try {
    return sanitiseHtml(parts, undefined, MAX_HTML_DEPTH).lost > 0 ? [HTML_FAULT] : [];
  } catch (error) {
    if (error instanceof NestedTooDeep) return [DEPTH_FAULT];
    throw error;
  }
}

function marksIn(content: Content): number {
  switch (content.kind) {
    case 'plain':
    case 'html':
    case 'href':
    case 'src':
      return 0;
    case 'inline':
      return countOf(content.nodes);
    case 'items':
      return content.items.reduce((sum, item) => sum + 1 + marksIn(item), 0);
  }
}

const LINK_FAULT: Readonly<Record<LinkKind, string>> = {
  href: 'A link must begin with http://, https://, mailto: or tel:, or with a merge tag.',
  src: 'The address of an image must begin with https:// or cid:, or with a merge tag.',
};
const DEPTH_FAULT = `Elements may stand at most ${MAX_HTML_DEPTH} levels deep.`;
const TAGS_FAULT = `HTML may hold at most ${MAX_HTML_TAGS.toLocaleString('en')} tags and comments, counted by their <.`;
const HTML_FAULT =
  'A merge tag stands where the sanitised HTML has no place for it: take it out of styles and removed elements.';

function bind(value: string, scope: Scope, faults: string[], suggest: (name: string) => string): Parts<BoundTag> {
  const parsed = parseText(value);
  faults.push(...parsed.faults);
  return parsed.parts.flatMap((part): Parts<BoundTag> => {
    if (typeof part === 'string') return [part];
    const sourceOf = (path: readonly string[]) => {
      const source = resolve(path, scope);
      const name = path.join('.');
      if (source === null) faults.push(unknownVariable(name) + suggest(name));
      return source === null ? [] : [source];
    };
    return sourceOf(part.path).flatMap((source) => {
      const filters = part.filters.flatMap((filter): readonly Filter<Source>[] =>
        'from' in filter ? sourceOf(filter.from).map((from) => ({ name: filter.name, from })) : [filter],
      );
      return filters.length === part.filters.length ? [{ source, filters }] : [];
    });
  });
}

/** The variables that a tag reads: its own, and the currencies of its prices. */
export function sourcesOf({ source, filters }: BoundTag): readonly Source[] {
  return [source, ...filters.flatMap((filter) => ('from' in filter ? [filter.from] : []))];
}

export function unknownVariable(name: string): string {
  return `Unknown variable \`${name}\`.`;
}

function contentOf(kind: TextSlot['kind'], value: string, parts: Parts<BoundTag>, scope: Scope): Content {
  switch (kind) {
    case 'plain':
    case 'html':
      return { kind, parts };
    case 'href':
    case 'src':
      return { kind, parts: trimmed(parts) };
    case 'inline':
      return { kind, nodes: parseInline(parts) };
    case 'items':
      return { kind, items: linesOf(value).map((line) => lineOf(bind(line, scope, [], () => ''))) };
  }
}

function lineOf(parts: Parts<BoundTag>): ReadText {
  return { kind: 'inline', nodes: parseInline(parts), tags: parts.filter((part) => typeof part !== 'string') };
}

function linesOf(value: string): readonly string[] {
  return value.split(LINE).filter((line) => line.trim() !== '');
}

function trimmed(parts: Parts<BoundTag>): Parts<BoundTag> {
  return parts.flatMap((part, index): Parts<BoundTag> => {
    if (typeof part !== 'string') return [part];
    const start = index === 0 ? part.trimStart() : part;
    const whole = index === parts.length - 1 ? start.trimEnd() : start;
    return whole === '' ? [] : [whole];
  });
}

function linksIn(content: Content): readonly (readonly [LinkKind, Parts<BoundTag>])[] {
  switch (content.kind) {
    case 'plain':
    case 'html':
      return [];
    case 'href':
    case 'src':
      return [[content.kind, content.parts]];
    case 'inline':
      return linksOf(content.nodes).map((parts) => ['href', parts]);
    case 'items':
      return content.items.flatMap(linksIn);
  }
}

/** A link that begins with a tag is judged when the value is known. */
function mayLink(parts: Parts<BoundTag>, kind: LinkKind): boolean {
  const [first] = parts;
  if (first === undefined) return false;
  return typeof first !== 'string' || mayBegin(first, parts.length === 1, kind);
}
