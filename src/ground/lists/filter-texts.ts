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
 * Checks texts that a filter compares with text of rows as they are. Rejects an empty one under `filter.<name>`. Returns
 * false when one cannot be stored: no row has it (docs/rules.md#list-filters).
 */
export function checkFilterTexts(texts: Readonly<Record<string, unknown>>): boolean {
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') throw invalid({ [`filter.${name}`]: ['must not be empty'] });
  }
  return Object.values(texts).every((text) => typeof text !== 'string' || isStorable(text));
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
