import type { Steps } from '../../src/ground/steps.ts';
import { saysSomething } from '../check/coverage.ts';
import { type TranslationState, translationState } from '../check/outdated.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import type { TemplateContent } from '../document/template.ts';
import { quietReader } from '../read/reader.ts';

/** A text of a template, with what a language has of it. */
export interface TextToTranslate {
  readonly fieldId: string;
  readonly state: TranslationState;
  /** The present text of the template. */
  readonly source: string;
  /** Empty: the language has none. */
  readonly text: string;
  /** The text that an outdated translation was written for; null for any other. */
  readonly before: string | null;
}

/** What is to be done first. */
const ORDER: readonly TranslationState[] = ['outdated', 'missing', 'translated'];

/**
 * Returns the texts of a template that a language needs or has, in the order of the mail, outdated ones first and
 * translated ones last (docs/rules.md#translation-files).
 * @param content As accepted by `checkTemplate`.
 */
export function* textsToTranslate(content: TemplateContent, locale: string): Steps<readonly TextToTranslate[]> {
  const { translations } = content;
  const written = Object.hasOwn(translations, locale) ? (translations[locale] ?? {}) : {};
  const translated = new Set(Object.values(translations).flatMap((texts) => Object.keys(texts)));
  const all = yield* localizableTexts(content, quietReader);
  const texts: TextToTranslate[] = [];
  for (const [fieldId, { slot }] of all) {
    yield;
    if (!saysSomething(slot.value) && !translated.has(fieldId)) continue;
    const translation = Object.hasOwn(written, fieldId) ? written[fieldId] : undefined;
    const state = translationState(slot.value, translation);
    const before = state === 'outdated' ? (translation?.source ?? null) : null;
    texts.push({ fieldId, state, source: slot.value, text: translation?.text ?? '', before });
  }
  return ORDER.flatMap((wanted) => texts.filter(({ state }) => state === wanted));
}
