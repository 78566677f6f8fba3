import { isLocale, type TranslationWarning, textsToTranslate, translationWarnings } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { savedContent } from '../saved-content.ts';
import type { TranslationFormat } from './translation-file.ts';
import { writeTranslationFile } from './translation-formats.ts';

export type { TranslationWarning };

type Version = Parameters<typeof savedContent>[0];

interface TextsAsked {
  readonly locale: string;
  readonly format: TranslationFormat;
  /** As the file names the template. */
  readonly eventType: string;
}

/**
 * Returns the texts of a saved version in one language as a file for translators (docs/rules.md#translation-files). Rejects
 * with `validation_failed` under `locale`.
 */
export async function writeTemplateTexts(ctx: Ctx, version: Version, asked: TextsAsked): Promise<string> {
  const { locale, format, eventType } = asked;
  const content = savedContent(version);
  if (!isLocale(locale)) throw invalid({ locale: ['must be a language tag such as en or pt-BR'] });
  if (locale === content.locale) throw invalid({ locale: ['is the language of the template itself'] });
  const texts = await giveWayFairly(ctx.platformId, textsToTranslate(content, locale));
  return writeTranslationFile(
    { locale, sourceLocale: content.locale, templates: [{ name: eventType, texts }] },
    format,
  );
}

/** Returns what in the translation into a language is likely a mistake (docs/rules.md#warnings-of-translations). */
export function warningsOf(ctx: Ctx, version: Version, locale: string): Promise<readonly TranslationWarning[]> {
  return giveWayFairly(ctx.platformId, translationWarnings(savedContent(version), locale));
}
