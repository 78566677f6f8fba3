/**
 * The texts of templates in one language as a file for translators (docs/rules.md#translation-files): XLIFF 2, CSV or JSON.
 */
import type { BroughtText, TextToTranslate } from '../../../emails/index.ts';

export const translationFormats = ['xliff', 'csv', 'json'] as const;
export type TranslationFormat = (typeof translationFormats)[number];

/** What is written for translators. */
export interface TranslationFile {
  readonly locale: string;
  /** The language of the templates themselves. */
  readonly sourceLocale: string;
  readonly templates: readonly { readonly name: string; readonly texts: readonly TextToTranslate[] }[];
}

/** What comes back. */
export interface BroughtFile {
  readonly locale: string;
  readonly templates: readonly BroughtTemplate[];
}

export interface BroughtTemplate {
  readonly name: string;
  readonly texts: readonly BroughtText[];
}

/** Characters of a file: more than all texts of a template have in two languages. */
export const fileMax = 8_000_000;
/** Texts of a file, over all its templates. */
export const textsMax = 100_000;

/** A file that cannot be read, in words that follow its name. */
export class TranslationFileFault extends Error {
  override readonly name = 'TranslationFileFault';
}
