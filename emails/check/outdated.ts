/**
 * Decides which translations are outdated or missing (docs/rules.md#outdated-translations), for the save
 * (src/templates/save-template.ts rejects it) and the coverage.
 */
import type { Translation } from '../document/template.ts';

export type TranslationState = 'translated' | 'missing' | 'outdated';

/**
 * An absent or empty translation is missing, because mails then show the template's own text; it is never outdated. Any
 * other translation is outdated when it names a `source` that differs from the present text.
 * @param present The present text of the template.
 */
export function translationState(present: string, translation: Translation | undefined): TranslationState {
  if (translation === undefined || translation.text === '') return 'missing';
  const { source } = translation;
  return source === null || source === undefined || source === present ? 'translated' : 'outdated';
}
