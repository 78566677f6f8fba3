/** The language of the texts that a part of the workbench edits, and the direction in which a text is shown. */
import { createContext } from 'react';

/** Null: not known. */
export const TextLanguage = createContext<string | null>(null);

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** A text takes its direction from its own letters; those of a merge tag at its beginning are not its own. */
export function directionOf(text: string, locale: string | null): 'ltr' | 'rtl' | 'auto' {
  const beginsWithTag = /^[^\p{L}]*\{\{/u.test(text);
  return beginsWithTag && locale ? scriptDirection(locale) : 'auto';
}

function scriptDirection(locale: string): 'ltr' | 'rtl' | 'auto' {
  try {
    return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    // A tag that is being typed is not well-formed.
    return 'auto';
  }
}
