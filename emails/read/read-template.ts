/** Reads a saved template in one language: the start of compiling. */

import type { Steps } from '../../src/ground/steps.ts';
import type { Look } from '../document/block.ts';
import type { Brand } from '../document/brand.ts';
import { brandTheme } from '../document/brand-theme.ts';
import { chooseLocale } from '../document/choose-locale.ts';
import { settingsSchema } from '../document/composition.ts';
import { brandDark } from '../document/dark-scheme.ts';
import type { LayoutContent } from '../document/layout-content.ts';
import { directionOf } from '../document/locales.ts';
import type { TemplateContent } from '../document/template.ts';
import { themeOf } from '../document/theme.ts';
import { everyPart } from '../language/every-part.ts';
import { OUTERMOST } from '../language/sources.ts';
import { unsubscribeUrl } from '../language/unsubscribe.ts';
import { type ReadBlock, readBlocks } from './read-blocks.ts';
import { type ReadText, readText } from './read-text.ts';
import type { Reader } from './reader.ts';

export interface ReadTemplate {
  readonly look: Look;
  readonly subject: ReadText;
  readonly displayName: ReadText | null;
  readonly replyTo: ReadText | null;
  readonly preheader: ReadText;
  readonly blocks: readonly ReadBlock[];
}

/** Throws when the content would not pass `checkTemplate`, which is a bug. */
export function* readTemplate(
  content: TemplateContent,
  locale: string,
  brand: Brand | null = null,
  layout: LayoutContent | null = null,
): Steps<ReadTemplate> {
  const { document } = content.composition;
  const settings = settingsSchema.parse(document.settings ?? {});
  const translate = translator(content.translations, locale);
  let unsubscribes = false;
  const translations = [content.translations, layout?.translations ?? {}];
  for (const translated of translations.flatMap((languages) => Object.values(languages))) {
    yield;
    unsubscribes ||= Object.values(translated).some(({ text }) => readsUnsubscribeUrl(text));
  }
  const languages = { translated: locale, own: content.locale };
  const line = (fieldId: string, own: string) => {
    const translated = translate(fieldId);
    const place = { scope: OUTERMOST, locale: translated === null ? languages.own : languages.translated };
    const { text, faults } = readText('plain', translated ?? own, place);
    if (faults.length > 0) throw new Error(`The template cannot be compiled: ${faults[0]}`);
    unsubscribes ||= text.tags.some(unsubscribeUrl.isTag);
    return text;
  };
  const reader: Reader = {
    translate,
    languages,
    fault: (path, message) => {
      throw new Error(`The template cannot be compiled: ${path}: ${message}`);
    },
    enough: () => false,
    skips: () => undefined,
    suggest: () => '',
    holds: () => undefined,
    localizable: (_fieldId, { value }) => {
      // The template's own text counts even where its translation leaves the link out.
      unsubscribes ||= readsUnsubscribeUrl(value);
    },
    reads: (source) => {
      unsubscribes ||= unsubscribeUrl.isSource(source);
    },
  };
  const { displayName } = content;
  const isNamed = displayName !== null || translate('display_name') !== null;
  const read = {
    subject: line('subject', content.subject),
    displayName: isNamed ? line('display_name', displayName ?? '') : null,
    // No translation has a text of this name.
    replyTo: content.replyTo === null ? null : line('reply_to', content.replyTo),
    preheader: line('preheader', settings.preheader),
    blocks: [
      ...(yield* partOfLayout('header', layout, locale, reader)),
      ...(yield* readBlocks(document.blocks, reader)),
      ...(yield* partOfLayout('footer', layout, locale, reader)),
    ],
  };
  const direction = settings.direction === 'auto' ? directionOf(locale) : settings.direction;
  const theme = themeOf(document.theme, brandTheme(document.theme, brand));
  const dark = brandDark(document.theme, brand);
  return { ...read, look: { theme, dark, locale, direction, width: settings.width, unsubscribes, isFirst: true } };
}

type Translate = Reader['translate'];

function translator(languages: TemplateContent['translations'], locale: string): Translate {
  const texts = Object.hasOwn(languages, locale) ? languages[locale] : undefined;
  return (fieldId) => {
    const text = texts !== undefined && Object.hasOwn(texts, fieldId) ? texts[fieldId]?.text : '';
    return text === undefined || text === '' ? null : text;
  };
}

/** The layout is in the language of the mail where it has it, else in its own. */
function* partOfLayout(
  part: 'header' | 'footer',
  layout: LayoutContent | null,
  locale: string,
  reader: Reader,
): Steps<readonly ReadBlock[]> {
  if (layout === null) return [];
  const { translations, locale: own } = layout;
  const translated = chooseLocale([locale], Object.keys(translations), own);
  const translate = translator(translations, translated);
  const blocks = yield* readBlocks(layout[part], { ...reader, translate, languages: { translated, own } });
  // No id of a template has a space, so the blocks of both are told apart.
  return blocks.map((block) => ({ ...block, id: `${part} ${block.id}` }));
}

/** No item can be named `system`, so the path alone decides. */
function readsUnsubscribeUrl(text: string): boolean {
  if (!text.includes('unsubscribe_url')) return false;
  return everyPart(text).some((part) => typeof part !== 'string' && unsubscribeUrl.isPath(part.path));
}
