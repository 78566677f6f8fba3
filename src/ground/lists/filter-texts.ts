/** Texts by which a list is filtered or searched (docs/rules.md#list-filters). */
import { z } from 'zod';
import { invalid } from '../errors/errors.ts';
import { composed, isStorable } from '../input/composed-text.ts';

/**
 * A filter of a list, compared with text of its rows; null means no filter. An empty text is rejected, because no row
 * has an empty value (docs/rules.md#list-filters).
 */
export function textFilter(max: number) {
  return z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, 'must be text without NUL or broken characters')
    .transform(composed)
    .nullish();
}

/**
 * Checks texts, or lists of them, that a filter compares with text of rows as they are. Rejects an empty one under
 * `filter.<name>`. Returns false when one cannot be stored: no row has it (docs/rules.md#list-filters).
 */
export function checkFilterTexts(texts: Readonly<Record<string, unknown>>): boolean {
  for (const [name, text] of Object.entries(texts)) {
    const isEmpty = Array.isArray(text) ? text.length === 0 || text.includes('') : text === '';
    if (isEmpty) throw invalid({ [`filter.${name}`]: ['must not be empty'] });
  }
  return Object.values(texts).every((text) => typeof text !== 'string' || isStorable(text));
}

/** The names that a filter of one and a filter of several leave, those that a row can have; null: any. */
export function namesOf(
  one: string | null | undefined,
  several: readonly string[] | null | undefined,
): readonly string[] | null {
  if (several == null) return one == null ? null : [one];
  return [...new Set(several)].filter((name) => isStorable(name) && (one == null || name === one));
}

/** A part of a text that is looked for; an empty one is in every text. */
export function searchFilter(max: number) {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, 'must be text without NUL or broken characters')
    .transform((text) => (text === '' ? null : composed(text)))
    .nullish();
}
