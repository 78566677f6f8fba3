import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Brought, bringTranslations, type TranslationWarning, translationWarnings } from '../../emails/index.ts';
import { nearName } from '../ground/input/near-name.ts';
import { atOnce } from '../ground/steps.ts';
import { type BroughtTemplate, TranslationFileFault } from '../templates/translation-files/translation-file.ts';
import { readTranslationFile } from '../templates/translation-files/translation-formats.ts';
import { FileFault, shown } from './starter-file.ts';
import { readTranslatable, translatableNames } from './translatable-file.ts';

export interface TextsBrought {
  readonly file: string;
  /** Where the mails are. */
  readonly folder: string;
  /** Whether to take translations of texts that have changed since. */
  readonly acceptOutdated: boolean;
}

/** One mail or layout with its new translations, before it is written. */
interface Translated extends Pick<Brought, 'changed' | 'unknown' | 'outdated'> {
  readonly path: string;
  readonly name: string;
  readonly json: object;
  readonly warnings: readonly TranslationWarning[];
}

/**
 * Brings a file of translators into the mails of a folder. Nothing is written where one of its translations could not be
 * saved (docs/rules.md#translation-files).
 */
export async function bringTexts(brought: TextsBrought, print: (line: string) => void): Promise<void> {
  const { file, folder, acceptOutdated } = brought;
  const { locale, templates } = await readTexts(file);
  const there = await translatableNames(folder);
  const mails: Translated[] = [];
  for (const template of templates) {
    if (!there.includes(template.name)) throw new FileFault(missing(template.name, folder, there));
    mails.push(await translated(join(folder, template.name), locale, template));
  }
  const outdated = mails.flatMap(({ name, outdated }) => outdated.map((fieldId) => `  ${name}: ${fieldId}`));
  if (outdated.length > 0 && !acceptOutdated) {
    throw new FileFault(
      [
        'These texts have changed since the translators saw them. Write them anew, or bring the file with --accept-outdated:',
        ...outdated,
      ].join('\n'),
    );
  }
  for (const { path, json, changed } of mails) {
    if (changed.length > 0) await writeFile(path, `${JSON.stringify(json, null, 2)}\n`);
  }
  for (const mail of mails) report(mail, locale, print);
}

async function readTexts(file: string) {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) throw new FileFault(`There is no file ${shown(file)}.`);
  try {
    return atOnce(readTranslationFile(await readFile(file, 'utf8')));
  } catch (error) {
    if (!(error instanceof TranslationFileFault)) throw error;
    throw new FileFault(`${shown(file)} ${error.message}.`);
  }
}

function missing(name: string, folder: string, there: readonly string[]): string {
  const near = nearName(name, there);
  const rest = near === null ? `It has ${there.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  return `${shown(folder)} has no mail ${name}. ${rest}`;
}

async function translated(path: string, locale: string, { texts }: BroughtTemplate): Promise<Translated> {
  const { name, content, translate } = await readTranslatable(path);
  if (content.locale === locale) throw new FileFault(`${shown(path)} is written in ${locale} itself.`);
  const { translations, ...said } = atOnce(bringTranslations(content, locale, texts));
  const written = translate(translations);
  const warnings = atOnce(translationWarnings(written.content, locale));
  return { path, name, json: written.json, warnings, ...said };
}

function report(
  { name, changed, unknown, outdated, warnings }: Translated,
  locale: string,
  print: (line: string) => void,
) {
  const rest = [
    ...(outdated.length > 0 ? [`outdated: ${outdated.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`no text of this mail: ${unknown.join(', ')}`] : []),
  ];
  const texts = changed.length === 1 ? '1 text' : `${changed.length} texts`;
  print([`${name}: ${texts} brought in for ${locale}`, ...rest].join('; '));
  for (const { fieldId, message } of warnings) print(`  ${fieldId}: ${message}`);
}
