/** The texts of a template that can be translated, and how far a language has them. */

import { words } from '../../words.ts';
import { typeName } from '../blocks/block-names.ts';
import { allBlocks, readBlocks } from '../blocks/block-tree.ts';
import type { Translations } from '../blocks/change-blocks.ts';
import type { Format } from '../blocks/format.ts';
import { isObject, valueAt } from '../json-at.ts';

export interface TranslatableText {
  /** As in translations: `subject`, or `title.text`. */
  readonly fieldId: string;
  /** What it is part of, for people. */
  readonly name: string;
  readonly value: string;
  readonly isLong: boolean;
}

export type TextState = 'translated' | 'missing' | 'outdated';

export interface Translation {
  readonly text: string;
  readonly source: string | null;
}

interface Written {
  readonly subject: string;
  readonly displayName: string;
  readonly composition: unknown;
}

/** Texts with words beside merge tags, and those that any language translates. */
export function textsOf({ subject, displayName, composition }: Written, format: Format, translations: Translations) {
  const preheader = valueAt(composition, ['document', 'settings', 'preheader']);
  const heads = [
    { fieldId: 'subject', name: words.template.subject, value: subject, isLong: false },
    { fieldId: 'display_name', name: words.template.displayName, value: displayName, isLong: false },
    { fieldId: 'preheader', name: words.translations.preheader, value: String(preheader ?? ''), isLong: false },
  ];
  const ofBlocks = allBlocks(readBlocks(composition)).flatMap(({ id, type, attrs }): TranslatableText[] => {
    const texts = format.blocks.find((each) => each.type === type)?.texts ?? [];
    return texts
      .filter(({ localizable }) => localizable)
      .flatMap(({ path, kind }) =>
        valuesAt(attrs, path.split('.')).map(([place, value]) => ({
          fieldId: `${id}.${place}`,
          name: typeName(type),
          value,
          isLong: kind !== 'plain',
        })),
      );
  });
  const translated = new Set(Object.values(translations).flatMap((texts) => Object.keys(texts)));
  return [...heads, ...ofBlocks].filter(({ fieldId, value }) => saysSomething(value) || translated.has(fieldId));
}

/** The texts at a path such as `columns.cell`, each with its place, such as `columns.0.cell`. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly (readonly [string, string])[] {
  if (name === undefined) return typeof value === 'string' ? [['', value]] : [];
  const next = isObject(value) ? value[name] : undefined;
  const inside = Array.isArray(next)
    ? next.flatMap((item, index) => valuesAt(item, rest).map(([at, text]) => [`${index}.${at}`, text] as const))
    : valuesAt(next, rest);
  return inside.map(([at, text]) => [at === '' ? name : `${name}.${at}`, text] as const);
}

/** Whether a text has letters outside of merge tags; a price alone reads the same in every language. */
function saysSomething(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\{[^{}]*\}\}/g, ''));
}

export function translationOf(translations: Translations, locale: string, fieldId: string): Translation | null {
  const texts = Object.hasOwn(translations, locale) ? translations[locale] : undefined;
  const written = texts && Object.hasOwn(texts, fieldId) ? texts[fieldId] : undefined;
  if (!isObject(written)) return null;
  const { text, source } = written;
  return { text: typeof text === 'string' ? text : '', source: typeof source === 'string' ? source : null };
}

/** A translation of another text than the present one is outdated, an empty one missing (docs/rules.md#outdated-translations). */
export function stateOf(present: string, translation: Translation | null): TextState {
  if (translation === null || translation.text === '') return 'missing';
  return translation.source === null || translation.source === present ? 'translated' : 'outdated';
}
