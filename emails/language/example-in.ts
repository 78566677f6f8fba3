/** Which example shows a template in a language (docs/rules.md#event-type-examples). */
import { chooseLocale } from '../document/choose-locale.ts';

/** The first of this language, else the first of no language, else the first. */
export function exampleIn<E extends { readonly locale?: string | undefined }>(
  examples: readonly E[],
  locale: string,
): E | undefined {
  const languages = examples.flatMap((example) => (example.locale === undefined ? [] : [example.locale]));
  // No language is an empty text, as no example has.
  const chosen = chooseLocale([locale], languages, '');
  return (
    examples.find((example) => chosen !== '' && example.locale === chosen) ??
    examples.find((example) => example.locale === undefined) ??
    examples[0]
  );
}
