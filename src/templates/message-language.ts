import { chooseLocale, type TemplateContent } from '../../emails/index.ts';

/**
 * Returns the language of a message (docs/rules.md#locale-choice): the contact's, else the workspace's, else the
 * template's.
 */
export function messageLanguage(content: TemplateContent, wanted: readonly (string | null)[]): string {
  return chooseLocale(wanted, [content.locale, ...Object.keys(content.translations)], content.locale);
}
