import type { TextToTranslate } from '../../../emails/index.ts';
import { splitTags } from './split-tags.ts';
import type { TranslationFile } from './translation-file.ts';
import { escapeXliff, escapeXml } from './xml-text.ts';

/** XLIFF 2.0 (OASIS): a file for each template, a unit for each text; merge tags are codes that tools keep whole. */
export function writeXliff({ locale, sourceLocale, templates }: TranslationFile): string {
  const files = templates.map(({ name, texts }, n) =>
    [
      `  <file id="f${n + 1}" original="${escapeXml(name)}" xml:space="preserve">`,
      ...texts.map(unit),
      '  </file>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${escapeXml(sourceLocale)}" trgLang="${escapeXml(locale)}">`,
    ...files,
    '</xliff>',
    '',
  ].join('\n');
}

function unit({ fieldId, state, source, text, before }: TextToTranslate): string {
  const codes = codesOf(source, text);
  return [
    `    <unit id="${escapeXml(fieldId)}">`,
    ...(before === null
      ? []
      : [
          `      <notes><note category="outdated">Was written for: ${escapeXliff(before).replace(CODE_POINT, '')}</note></notes>`,
        ]),
    ...(codes.length === 0
      ? []
      : [
          '      <originalData>',
          ...codes.map((tag, n) => `        <data id="d${n + 1}">${escapeXliff(tag)}</data>`),
          '      </originalData>',
        ]),
    `      <segment state="${state === 'translated' ? 'translated' : 'initial'}">`,
    `        <source>${withCodes(source, codes)}</source>`,
    ...(text === '' ? [] : [`        <target>${withCodes(text, codes)}</target>`]),
    '      </segment>',
    '    </unit>',
  ].join('\n');
}

/** Notes hold plain text alone. */
const CODE_POINT = /<cp hex="[0-9A-F]{4}"\/>/g;

/** The tags of a text and its translation, each once. */
function codesOf(...texts: readonly string[]): readonly string[] {
  const tags = texts.flatMap((text) => splitTags(text).flatMap((piece) => (piece.isTag ? [piece.text] : [])));
  return [...new Set(tags)];
}

/** A code that comes again has an id of its own: the first of tag 2 is `2`, the next one `2-2`. */
function withCodes(text: string, codes: readonly string[]): string {
  const seen = new Map<string, number>();
  return splitTags(text)
    .map((piece) => {
      if (!piece.isTag) return escapeXliff(piece.text);
      const code = codes.indexOf(piece.text) + 1;
      const times = (seen.get(piece.text) ?? 0) + 1;
      seen.set(piece.text, times);
      const id = times === 1 ? `${code}` : `${code}-${times}`;
      return `<ph id="${id}" dataRef="d${code}" disp="${escapeXml(piece.text)}"/>`;
    })
    .join('');
}
