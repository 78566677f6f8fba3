import type { TemplateContent, Translation } from '../../../emails/index.ts';
import type { Steps } from '../../ground/steps.ts';

type Translations = TemplateContent['translations'];
type Language = Readonly<Record<string, Translation>>;

/**
 * Returns every translation with its `source`, null where the save had none, so that a read returns what was saved
 * (docs/rules.md#translations). One step for each language.
 */
export function* fullTranslations(translations: Translations): Steps<Translations> {
  const languages: [string, Language][] = [];
  for (const [locale, texts] of Object.entries(translations)) {
    languages.push([locale, fullLanguage(texts)]);
    yield;
  }
  return Object.fromEntries(languages);
}

function fullLanguage(texts: Language): Language {
  return Object.fromEntries(
    Object.entries(texts).map(([fieldId, { text, source = null }]) => [fieldId, { text, source }]),
  );
}
