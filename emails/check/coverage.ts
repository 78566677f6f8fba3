/** How far a template is translated, language by language. */

import { atOnce, type Steps } from '../../src/ground/steps.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import type { TemplateContent } from '../document/template.ts';
import { everyPart } from '../language/every-part.ts';
import { quietReader } from '../read/reader.ts';
import { type TranslationState, translationState } from './outdated.ts';

export interface Coverage {
  readonly locale: string;
  /** Texts with words beside merge tags: translated, outdated and missing ones together. */
  readonly texts: number;
  readonly translated: number;
  /** Field ids of texts whose translation is absent or empty: mails show the template's own text there. */
  readonly missing: readonly string[];
  /** Field ids of translations whose source text has changed. */
  readonly outdated: readonly string[];
}

/** @param content As accepted by `checkTemplate`. */
export function coverageOf(content: TemplateContent): readonly Coverage[] {
  return atOnce(coverageInSteps(content));
}

/** Like `coverageOf`, with a step for each block and language. */
export function* coverageInSteps(content: TemplateContent): Steps<readonly Coverage[]> {
  const locales = Object.entries(content.translations);
  const translatedIds = new Set<string>();
  for (const [, translated] of locales) {
    yield;
    for (const fieldId of Object.keys(translated)) translatedIds.add(fieldId);
  }
  const all = yield* localizableTexts(content, quietReader);
  const texts = [...all].filter(([fieldId, { slot }]) => saysSomething(slot.value) || translatedIds.has(fieldId));
  const result: Coverage[] = [];
  for (const [locale, translated] of locales) {
    yield;
    const fieldIds: Record<TranslationState, string[]> = { translated: [], missing: [], outdated: [] };
    for (const [fieldId, { slot }] of texts) {
      fieldIds[translationState(slot.value, own(translated, fieldId))].push(fieldId);
    }
    const { missing, outdated } = fieldIds;
    result.push({ locale, texts: texts.length, translated: fieldIds.translated.length, missing, outdated });
  }
  return result;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Whether a text has letters outside merge tags; a price alone reads the same in every language. */
export function saysSomething(text: string): boolean {
  return everyPart(text).some((part) => typeof part === 'string' && /\p{L}/u.test(part));
}
