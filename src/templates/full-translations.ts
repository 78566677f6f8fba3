import type { TemplateContent } from '../../emails/template.ts';

type Translations = TemplateContent['translations'];

/** Every translation with its `source`, null where none was given: so a save reads back whole (decisions, section 12). */
export function fullTranslations(translations: Translations): Translations {
  return mapValues(translations, (texts) => mapValues(texts, ({ text, source = null }) => ({ text, source })));
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
