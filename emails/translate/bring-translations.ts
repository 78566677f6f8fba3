import type { Steps } from '../../src/ground/steps.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import type { TemplateContent, Translation } from '../document/template.ts';
import { quietReader } from '../read/reader.ts';

/** A translation as it comes back, with the text that its translator saw. */
export interface BroughtText {
  readonly fieldId: string;
  readonly source: string;
  readonly text: string;
}

export interface Brought {
  /** Those of all languages. */
  readonly translations: TemplateContent['translations'];
  /** Field ids of translations that are new or other than before. */
  readonly changed: readonly string[];
  /** Field ids of texts that the template does not have. */
  readonly unknown: readonly string[];
  /** Field ids of texts that have changed since the translator saw them. */
  readonly outdated: readonly string[];
}

/**
 * Adds the translations of one language to those that a template has. An empty text brings nothing, and what the language
 * has besides stays. A translation keeps the text that its translator saw as its `source`, so that it counts as outdated
 * where that is no more (docs/rules.md#translation-files).
 */
export function* bringTranslations(
  content: TemplateContent,
  locale: string,
  brought: readonly BroughtText[],
): Steps<Brought> {
  const texts = yield* localizableTexts(content, quietReader);
  const present = Object.hasOwn(content.translations, locale) ? (content.translations[locale] ?? {}) : {};
  const written = new Map<string, Translation>(Object.entries(present));
  const changed: string[] = [];
  const unknown: string[] = [];
  const outdated: string[] = [];
  for (const { fieldId, source, text } of brought) {
    yield;
    const original = texts.get(fieldId);
    if (original === undefined) unknown.push(fieldId);
    if (original === undefined || text === '') continue;
    const isPresent = sameLines(original.slot.value, source);
    if (!isPresent) outdated.push(fieldId);
    const translation = { text, source: isPresent ? original.slot.value : source };
    const before = written.get(fieldId);
    if (before?.text === text && before.source === translation.source) continue;
    changed.push(fieldId);
    written.set(fieldId, translation);
  }
  const ordered = [...texts.keys(), ...written.keys()].flatMap((fieldId) => {
    const translation = written.get(fieldId);
    return translation === undefined ? [] : [[fieldId, translation] as const];
  });
  // A file without a translation makes no language.
  const translations =
    changed.length === 0 ? content.translations : { ...content.translations, [locale]: Object.fromEntries(ordered) };
  return { translations, changed, unknown, outdated };
}

/** Spreadsheets and tools write line ends of their own, and some take blanks off the end. */
function sameLines(one: string, other: string): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n').trim();
  return lines(one) === lines(other);
}
