/** What in a translation is likely a mistake though it can be saved (docs/rules.md#warnings-of-translations). */
import type { Steps } from '../../src/ground/steps.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import type { TemplateContent } from '../document/template.ts';
import { variantsOf } from '../language/choices.ts';
import { usualCategories } from '../language/chosen-key.ts';
import { everyPart } from '../language/every-part.ts';
import { parseInline } from '../language/inline-marks.ts';
import { linksOf } from '../language/inline-node.ts';
import { parseText, type Tag } from '../language/merge-tags.ts';
import { quietReader } from '../read/reader.ts';

export interface TranslationWarning {
  readonly fieldId: string;
  /** A sentence. */
  readonly message: string;
}

/** A translation may be this many times as long as its text, and some characters more: short words differ most. */
const LONGER = { times: 1.8, characters: 20 } as const;

/**
 * Returns the warnings of a language in the order of the mail; what is missing has none.
 * @param content As accepted by `checkTemplate`.
 */
export function* translationWarnings(content: TemplateContent, locale: string): Steps<readonly TranslationWarning[]> {
  const { translations } = content;
  const written = Object.hasOwn(translations, locale) ? (translations[locale] ?? {}) : {};
  const texts = yield* localizableTexts(content, quietReader);
  const warnings: TranslationWarning[] = [];
  for (const [fieldId, { slot }] of texts) {
    yield;
    const text = Object.hasOwn(written, fieldId) ? (written[fieldId]?.text ?? '') : '';
    if (text === '') continue;
    const found = [
      ...tagWarnings(slot.value, text),
      ...linkWarnings(slot, text),
      ...pluralWarnings(text, locale),
      ...lengthWarnings(slot.value, text),
    ];
    for (const message of found) warnings.push({ fieldId, message });
  }
  return warnings;
}

/** The filters alone may be other ones: a language may want a longer date. */
function tagWarnings(source: string, text: string): readonly string[] {
  const [wanted, found] = [tagsOf(source), tagsOf(text)];
  const lost = [...wanted].filter((tag) => !found.has(tag));
  const added = [...found].filter((tag) => !wanted.has(tag));
  return [
    ...lost.map((tag) => `The text reads \`${tag}\`, the translation does not.`),
    ...added.map((tag) => `The translation reads \`${tag}\`, the text does not.`),
  ];
}

function tagsOf(text: string): ReadonlySet<string> {
  return new Set(everyPart(text).flatMap((part) => (typeof part === 'string' ? [] : [nameOf(part)])));
}

function nameOf({ path, filters }: Tag): string {
  // A price without its currency is another thing.
  const currency = filters.find((filter) => filter.name === 'currency');
  const variable = currency !== undefined && 'from' in currency ? `: ${currency.from.join('.')}` : '';
  return currency === undefined ? path.join('.') : `${path.join('.')} | currency${variable}`;
}

function linkWarnings({ kind, value }: { readonly kind: string; readonly value: string }, text: string) {
  if (kind !== 'inline' && kind !== 'items') return [];
  const [wanted, found] = [linksIn(value), linksIn(text)];
  if (wanted === found) return [];
  return [`The text has ${counted(wanted)}, the translation ${found === 0 ? 'none' : found}.`];
}

function linksIn(text: string): number {
  return Math.max(...formsOf(text).map((form) => linksOf(parseInline(parseText(form).parts)).length));
}

function counted(links: number): string {
  if (links === 0) return 'no link';
  return links === 1 ? 'one link' : `${links} links`;
}

function lengthWarnings(source: string, text: string): readonly string[] {
  const [usual, length] = [seen(source), seen(text)];
  if (usual === 0 || length <= usual * LONGER.times + LONGER.characters) return [];
  return [`The translation has ${length} characters, the text ${usual}: look whether it still fits.`];
}

/** A plural that lacks a form of its language says another one. */
function pluralWarnings(text: string, locale: string): readonly string[] {
  const selectors = variantsOf(text)?.variants.flatMap(({ chosen }) => chosen.map(({ selector }) => selector)) ?? [];
  const found = selectors.flatMap(({ path, by, keys }) => {
    if (by === 'select') return [];
    const lacking = usualCategories(locale, by).filter((category) => !keys.includes(category));
    return lacking.map((form) => `The plural of \`${path.join('.')}\` has no form \`${form}\`, which ${locale} has.`);
  });
  return [...new Set(found)];
}

/** Characters of the longest form, without merge tags. */
function seen(text: string): number {
  const lengths = formsOf(text).map((form) =>
    parseText(form).parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0),
  );
  return Math.max(...lengths);
}

/** The texts that a text with choices is; any other is one. */
function formsOf(text: string): readonly string[] {
  return variantsOf(text)?.variants.map((variant) => variant.text) ?? [text];
}
