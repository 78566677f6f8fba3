/** What an author sees of two versions: the texts that differ by language, and the blocks that differ otherwise. */
import type { Steps } from '../../src/ground/steps.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import { readableContent } from '../read/readable-content.ts';
import { quietReader } from '../read/reader.ts';
import { MAX_LOCALES } from './check-translations.ts';
import { type BlockChange, diffBlocks, diffValues, fieldsOf, listOf, type ValueChange } from './diff-blocks.ts';

export interface TextChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly fieldId: string;
  /** Null for the subject, the display name and the preheader. */
  readonly blockId: string | null;
  readonly locale: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface TemplateDiff {
  /** In the order of the document, the template's own language first. */
  readonly texts: readonly TextChange[];
  /** Changed texts beyond the listed ones. */
  readonly textsOmitted: number;
  readonly blocks: readonly BlockChange[];
  /** Values outside of blocks: `fromLocalPart`, `settings.width`, `theme.primary_color`. */
  readonly values: readonly ValueChange[];
}

/** Text changes that are listed (docs/rules.md#template-diff). */
const MAX_CHANGES = 1_000;

interface Side {
  readonly locale: string;
  /** Text by field id, by locale. */
  readonly texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly blockIds: ReadonlyMap<string, string>;
  readonly textPaths: ReadonlyMap<string, readonly string[]>;
  readonly blocks: readonly unknown[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * @param before Content as JSON gives it, with or without faults; `{}` stands for no template.
 * @param locale Lists texts of this language alone; null: of all.
 */
export function* diffInSteps(before: unknown, after: unknown, locale: string | null): Steps<TemplateDiff> {
  const old = yield* readSide(before);
  const present = yield* readSide(after);
  const texts: TextChange[] = [];
  let found = 0;
  for (const language of new Set([present.locale, old.locale, ...present.texts.keys(), ...old.texts.keys()])) {
    yield;
    if (locale !== null && language !== locale) continue;
    for (const change of textChanges(old, present, language)) {
      found += 1;
      if (texts.length < MAX_CHANGES) texts.push(change);
    }
  }
  const paths = { before: old.textPaths, after: present.textPaths };
  const blocks = yield* diffBlocks(old.blocks, present.blocks, paths);
  return { texts, textsOmitted: found - texts.length, blocks, values: diffValues(old.values, present.values) };
}

function* readSide(content: unknown): Steps<Side> {
  const { fromLocalPart, replyTo, locale, translations, composition } = fieldsOf(content);
  const own = typeof locale === 'string' ? locale : 'en';
  const { settings, theme, blocks } = fieldsOf(fieldsOf(composition).document);
  const readable = readableContent(content);
  const found = yield* localizableTexts(readable, quietReader);
  const blockIds = new Map<string, string>();
  const textPaths = new Map<string, string[]>();
  for (const [fieldId, { slot }] of found) {
    if (fieldId === slot.path) continue;
    const blockId = fieldId.slice(0, -slot.path.length - 1);
    blockIds.set(fieldId, blockId);
    textPaths.set(blockId, [...(textPaths.get(blockId) ?? []), slot.path]);
  }
  const texts = new Map([[own, new Map([...found].map(([fieldId, { slot }]) => [fieldId, slot.value]))]]);
  for (const [language, translated] of Object.entries(fieldsOf(translations)).slice(0, MAX_LOCALES)) {
    yield;
    texts.set(language, new Map([...(texts.get(language) ?? []), ...translationsIn(translated)]));
  }
  const { preheader: _text, ...otherSettings } = fieldsOf(settings);
  return {
    locale: own,
    texts,
    blockIds,
    textPaths,
    blocks: listOf(blocks),
    values: {
      ...(typeof fromLocalPart === 'string' ? { fromLocalPart } : {}),
      ...(typeof replyTo === 'string' ? { replyTo } : {}),
      ...(typeof locale === 'string' ? { locale } : {}),
      ...below('settings', otherSettings),
      ...below('theme', fieldsOf(theme)),
    },
  };
}

function translationsIn(translated: unknown): readonly (readonly [string, string])[] {
  return Object.entries(fieldsOf(translated)).flatMap(([fieldId, translation]) => {
    const { text } = fieldsOf(translation);
    return typeof text === 'string' ? [[fieldId, text] as const] : [];
  });
}

function below(path: string, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${path}.${key}`, value]));
}

/** An empty text counts as absent. */
function* textChanges(old: Side, present: Side, locale: string): Generator<TextChange> {
  const [earlier, later] = [old.texts.get(locale), present.texts.get(locale)];
  for (const fieldId of new Set([...(later?.keys() ?? []), ...(earlier?.keys() ?? [])])) {
    const before = earlier?.get(fieldId) || null;
    const after = later?.get(fieldId) || null;
    if (before === after) continue;
    const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
    const blockId = present.blockIds.get(fieldId) ?? old.blockIds.get(fieldId) ?? null;
    yield { change, fieldId, blockId, locale, before, after };
  }
}
