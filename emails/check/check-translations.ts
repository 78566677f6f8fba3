import { z } from 'zod';
import type { Steps } from '../../src/ground/steps.ts';
import type { TextSlot } from '../document/block.ts';
import { type DocumentRoom, MAX_TEXT, tooManyParts } from '../document/composition.ts';
import { isLocale } from '../document/locales.ts';
import { hint } from '../language/hint.ts';
import type { Scope } from '../language/sources.ts';
import { type Reader, readSlotText } from '../read/reader.ts';
import { translationState } from './outdated.ts';
import { reportIssues } from './report-issues.ts';

/** A text that can be translated, and the place whose variables it can read. */
export interface LocalizableText {
  readonly slot: TextSlot;
  readonly scope: Scope;
}

/** Languages of one template, so that a save stays quick (docs/rules.md#translations). */
export const MAX_LOCALES = 100;

const translatedSchema = z.record(z.string(), z.unknown());
export const translationSchema = z.strictObject(
  {
    text: z.string().max(MAX_TEXT),
    source: z.string().max(MAX_TEXT).nullish(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'must be an object such as {"text": "…"}' : undefined) },
);

export interface TranslatedTemplate {
  readonly texts: ReadonlyMap<string, LocalizableText>;
  /** Whether these are all texts; false where faults of the template hide some. */
  readonly isWhole: boolean;
  readonly room: DocumentRoom;
}

/** Checks every translation like the text it stands for. Returns the outdated ones by path, with a message each. */
export function* checkTranslations(
  translations: Readonly<Record<string, unknown>>,
  template: TranslatedTemplate,
  reader: Reader,
): Steps<Readonly<Record<string, readonly string[]>>> {
  const outdated: Record<string, readonly string[]> = {};
  const locales = Object.entries(translations);
  if (locales.length > MAX_LOCALES) {
    reader.fault('translations', `There may be at most ${MAX_LOCALES} languages.`);
    return outdated;
  }
  for (const [locale, written] of locales) {
    const translated = translatedSchema.safeParse(written);
    if (!isLocale(locale)) reader.fault(`translations.${locale}`, 'must be a language tag such as en or pt-BR');
    else if (!translated.success)
      reportIssues(translated.error.issues, `translations.${locale}`, reader, translatedSchema);
    else yield* checkLanguage(locale, translated.data, template, reader, outdated);
  }
  return outdated;
}

function* checkLanguage(
  locale: string,
  translated: Readonly<Record<string, unknown>>,
  { texts, isWhole, room }: TranslatedTemplate,
  reader: Reader,
  outdated: Record<string, readonly string[]>,
): Steps<void> {
  let parts = 0;
  const counting = {
    ...reader,
    holds: (count: number) => {
      parts += count;
    },
  };
  for (const [fieldId, written] of Object.entries(translated)) {
    if (reader.enough()) return;
    yield;
    const path = `translations.${locale}.${fieldId}`;
    const translation = translationSchema.safeParse(written);
    const original = texts.get(fieldId);
    if (!translation.success) reportIssues(translation.error.issues, path, reader, translationSchema);
    else if (original === undefined) {
      if (isWhole) reader.fault(path, `The template has no such text.${hint(fieldId, texts.keys())}`);
    } else {
      checkOne({ fieldId, text: translation.data.text, locale }, original, path, counting);
      if (translationState(original.slot.value, translation.data) === 'outdated') {
        outdated[path] = ['The text has changed since this translation was written.'];
      }
    }
  }
  if (parts > room.parts) reader.fault(`translations.${locale}`, tooManyParts(room));
}

interface WrittenText {
  readonly fieldId: string;
  readonly text: string;
  readonly locale: string;
}

function checkOne(
  { fieldId, text, locale }: WrittenText,
  { slot, scope }: LocalizableText,
  path: string,
  reader: Reader,
): void {
  readSlotText(slot.kind, text, { scope, locale }, path, reader);
  const isHeader = fieldId === 'subject' || fieldId === 'display_name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: header fields hold none
  if (isHeader && /[\u0000-\u001f\u007f]/.test(text)) reader.fault(path, 'must be one line without control characters');
}
