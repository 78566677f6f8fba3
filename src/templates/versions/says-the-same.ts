import { isDeepStrictEqual } from 'node:util';
import type { TemplateContent } from '../../../emails/index.ts';
import type { Steps } from '../../ground/steps.ts';
import { fullTranslations } from '../languages/full-translations.ts';
import type { SavedTemplate } from '../read-saved-template.ts';

/**
 * Whether the saved version that `reading` returns has equal content, whatever the order of keys. One step for each
 * language.
 */
export function* saysTheSame(
  reading: Steps<SavedTemplate>,
  content: TemplateContent,
  fromLocalPart: string,
): Steps<boolean> {
  const saved = yield* reading;
  const { composition, translations, ...headers } = saved.content;
  const { composition: nextComposition, translations: nextTranslations, ...nextHeaders } = content;
  if (saved.fromLocalPart !== fromLocalPart || !isDeepStrictEqual(headers, nextHeaders)) return false;
  if (!isDeepStrictEqual(composition, nextComposition)) return false;
  yield;
  // Old versions lack the key `source` of a translation that was saved without one.
  const full = yield* fullTranslations(translations);
  const locales = Object.keys(full);
  if (locales.length !== Object.keys(nextTranslations).length) return false;
  for (const locale of locales) {
    if (!isDeepStrictEqual(full[locale], nextTranslations[locale])) return false;
    yield;
  }
  return true;
}
