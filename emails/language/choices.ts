/**
 * Plurals and choices in a text (docs/rules.md#plurals-and-choices), in ICU MessageFormat:
 * `{event.count, plural, one {# item} other {# items}}`. A text with choices is read as its variants, each an ordinary
 * text with merge tags and marks, and the branches that lead to it.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type ChoiceRegion, choiceAt, readRegion } from './choice-region.ts';

/** What decides between branches. */
export interface Selector {
  /** As written: `['event', 'count']`. */
  readonly path: readonly string[];
  readonly by: 'plural' | 'ordinal' | 'select';
  /** Of all its branches: `one`, `other`, `=0`, or values of a select. */
  readonly keys: readonly string[];
}

export interface Chosen {
  readonly selector: Selector;
  readonly key: string;
}

export interface Variant {
  readonly chosen: readonly Chosen[];
  readonly text: string;
}

export interface Variants {
  readonly variants: readonly Variant[];
  /** For people; empty when there are none. */
  readonly faults: readonly string[];
}

/** Variants of one text: two choices of six branches. */
const MOST_VARIANTS = 36;
/** Characters of all variants of one text. */
const MOST_CHARACTERS = 100_000;
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

const NONE: readonly Variant[] = [{ chosen: [], text: '' }];

class ChoiceFault extends Error {}

/** Returns the variants of a text; null for a text without choices. */
export function variantsOf(text: string): Variants | null {
  if (choiceAt(text, 0) === null) return null;
  try {
    return { variants: readAll(text), faults: [] };
  } catch (error) {
    if (!(error instanceof ChoiceFault)) throw error;
    return { variants: [], faults: [error.message] };
  }
}

function readAll(text: string): readonly Variant[] {
  let variants = NONE;
  let at = 0;
  for (let start = choiceAt(text, 0); start !== null; start = choiceAt(text, at)) {
    const region = readRegion(text, start);
    if (typeof region === 'string') throw new ChoiceFault(region);
    variants = joined(variants, [{ chosen: [], text: text.slice(at, start) }]);
    variants = joined(variants, variantsIn(elementsOf(region), region, ''));
    at = region.end;
  }
  return joined(variants, [{ chosen: [], text: text.slice(at) }]);
}

function elementsOf({ message }: ChoiceRegion): readonly MessageFormatElement[] {
  try {
    return parse(message, { ignoreTag: true });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ChoiceFault(wordsOf(error.message));
  }
}

function wordsOf(fault: string): string {
  if (fault === 'MISSING_OTHER_CLAUSE') return 'A choice needs a branch `other {…}`.';
  if (fault.startsWith('DUPLICATE_')) return 'A choice has a branch more than once.';
  return `A choice is not written as ICU MessageFormat has it: ${fault.toLowerCase().replaceAll('_', ' ')}.`;
}

/** `count`: the path whose number `#` stands for. */
function variantsIn(
  elements: readonly MessageFormatElement[],
  region: ChoiceRegion,
  count: string,
): readonly Variant[] {
  return elements.reduce((before, element) => joined(before, variantsOfOne(element, region, count)), NONE);
}

function variantsOfOne(element: MessageFormatElement, region: ChoiceRegion, count: string): readonly Variant[] {
  switch (element.type) {
    case TYPE.literal:
      return [{ chosen: [], text: element.value }];
    case TYPE.argument:
      return [{ chosen: [], text: region.tags.get(element.value) ?? '' }];
    case TYPE.pound:
      return [{ chosen: [], text: `{{ ${count} | number }}` }];
    case TYPE.plural:
      if (element.offset !== 0) throw new ChoiceFault('A choice takes no offset.');
      return branches(element, element.pluralType === 'ordinal' ? 'ordinal' : 'plural', region);
    case TYPE.select:
      return branches(element, 'select', region, count);
    default:
      throw new ChoiceFault('A choice is of plural, selectordinal or select.');
  }
}

function branches(
  {
    value,
    options,
  }: {
    readonly value: string;
    readonly options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>;
  },
  by: Selector['by'],
  region: ChoiceRegion,
  around = '',
): readonly Variant[] {
  const path = region.paths.get(value) ?? '';
  const keys = Object.keys(options);
  const odd = by === 'select' ? undefined : keys.find((key) => !key.startsWith('=') && !CATEGORIES.includes(key));
  if (odd !== undefined) {
    throw new ChoiceFault(
      `A plural has no branch \`${odd.slice(0, 40)}\`; it has ${CATEGORIES.join(', ')} and numbers such as =0.`,
    );
  }
  const selector: Selector = { path: path.split('.'), by, keys };
  return Object.entries(options).flatMap(([key, branch]) =>
    variantsIn(branch.value, region, by === 'select' ? around : path).map(({ chosen, text }) => ({
      chosen: [{ selector, key }, ...chosen],
      text,
    })),
  );
}

/** Each variant of the one before each of the other. */
function joined(before: readonly Variant[], after: readonly Variant[]): readonly Variant[] {
  if (before.length * after.length > MOST_VARIANTS) {
    throw new ChoiceFault(`The choices of a text make more than ${MOST_VARIANTS} variants: write several texts.`);
  }
  const both = before.flatMap((one) =>
    after.map((other) => ({ chosen: [...one.chosen, ...other.chosen], text: one.text + other.text })),
  );
  if (both.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS && both.length > 1) {
    throw new ChoiceFault('The variants of a text are too long together: choose within a shorter text.');
  }
  return both;
}
