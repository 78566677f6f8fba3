import type { TextSlot } from './block.ts';
import { isLocale } from './locales.ts';
import { type Reader, readSlotText } from './read-blocks.ts';
import type { Scope } from './sources.ts';
import type { Translation } from './template.ts';

/** A text that can be translated, and the place whose variables it can read. */
export interface LocalizableText {
  readonly slot: TextSlot;
  readonly scope: Scope;
}

/** So many languages, so that a save stays quick; the contract names no number. */
const MAX_LOCALES = 100;

/** Checks every translation as the text it stands for; answers the outdated ones by path. */
export function checkTranslations(
  translations: Readonly<Record<string, Readonly<Record<string, Translation>>>>,
  texts: ReadonlyMap<string, LocalizableText>,
  reader: Reader,
): Readonly<Record<string, readonly string[]>> {
  const outdated: Record<string, readonly string[]> = {};
  const locales = Object.entries(translations);
  if (locales.length > MAX_LOCALES) {
    reader.fault('translations', `There may be at most ${MAX_LOCALES} languages.`);
    return outdated;
  }
  for (const [locale, translated] of locales) {
    if (!isLocale(locale)) {
      reader.fault(`translations.${locale}`, 'must be a language tag such as en or pt-BR');
      continue;
    }
    for (const [fieldId, { text, source }] of Object.entries(translated)) {
      const path = `translations.${locale}.${fieldId}`;
      const original = texts.get(fieldId);
      if (original === undefined) {
        reader.fault(path, 'The template has no such text.');
        continue;
      }
      checkOne(fieldId, text, original, path, reader);
      if (source !== null && source !== undefined && source !== original.slot.value) {
        outdated[path] = ['The text has changed since this translation was written.'];
      }
    }
  }
  return outdated;
}

function checkOne(fieldId: string, text: string, { slot, scope }: LocalizableText, path: string, reader: Reader): void {
  readSlotText(slot.kind, text, scope, path, reader);
  const isHeader = fieldId === 'subject' || fieldId === 'display_name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: header fields hold none
  if (isHeader && /[\u0000-\u001f\u007f]/.test(text)) reader.fault(path, 'must be one line without control characters');
}
